import type { Catalogue } from '../catalogue.ts';

export const send: Catalogue['send'] = {
  title: 'Pošlji',
};
