import type { Catalogue } from '../catalogue.ts';

export const message: Catalogue['message'] = {
  title: 'Sporočilo',
};
