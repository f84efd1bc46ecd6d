import type { Catalogue } from '../catalogue.ts';

export const messages: Catalogue['messages'] = {
  title: 'Sporočila',
};
