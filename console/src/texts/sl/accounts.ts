import type { Catalogue } from '../catalogue.ts';

export const accounts: Catalogue['accounts'] = {
  title: 'Računi',
  own: 'Račun',
};
