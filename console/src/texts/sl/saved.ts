import type { Catalogue } from '../catalogue.ts';

export const saved: Catalogue['saved'] = {
  title: 'Shranjena iskanja',
  save: 'Shrani iskanje',
  name: 'Ime',
  nameOf: 'Ime iskanja {search}',
  hint: 'Shranjeno v tem brskalniku, največ {count} iskanj. Iskanje z istim imenom se zamenja.',
  edit: 'Preimenuj ali izbriši',
  delete: 'Izbriši {name}',
  none: 'Ni shranjenih iskanj.',
};
