import type { Catalogue } from '../catalogue.ts';

export const health: Catalogue['health'] = {
  title: 'Zdravje',
};
