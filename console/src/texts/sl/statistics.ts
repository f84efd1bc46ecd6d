import type { Catalogue } from '../catalogue.ts';

export const statistics: Catalogue['statistics'] = {
  title: 'Statistika',
};
