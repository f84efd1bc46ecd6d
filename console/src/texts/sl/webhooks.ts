import type { Catalogue } from '../catalogue.ts';

export const webhooks: Catalogue['webhooks'] = {
  title: 'Webhooki',
};
