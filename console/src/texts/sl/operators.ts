import type { Catalogue } from '../catalogue.ts';

export const operators: Catalogue['operators'] = {
  title: 'Upravljavci',
};
