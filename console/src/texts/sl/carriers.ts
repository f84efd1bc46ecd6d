import type { Catalogue } from '../catalogue.ts';

export const carriers: Catalogue['carriers'] = {
  title: 'Operaterji',
};
