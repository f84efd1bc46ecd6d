import type { Catalogue } from '../catalogue.ts';

export const emails: Catalogue['emails'] = {
  title: 'E-pošta',
};
