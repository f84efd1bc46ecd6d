import type { Catalogue } from '../catalogue.ts';

export const senders: Catalogue['senders'] = {
  title: 'Pošiljatelji',
};
