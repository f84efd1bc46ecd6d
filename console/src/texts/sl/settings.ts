import type { Catalogue } from '../catalogue.ts';

export const settings: Catalogue['settings'] = {
  title: 'Nastavitve',
};
