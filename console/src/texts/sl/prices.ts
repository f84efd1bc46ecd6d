import type { Catalogue } from '../catalogue.ts';

export const prices: Catalogue['prices'] = {
  title: 'Ceniki',
};
