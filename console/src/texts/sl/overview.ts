import type { Catalogue } from '../catalogue.ts';

export const overview: Catalogue['overview'] = {
  title: 'Pregled',
};
