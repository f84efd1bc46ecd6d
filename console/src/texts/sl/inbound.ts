import type { Catalogue } from '../catalogue.ts';

export const inbound: Catalogue['inbound'] = {
  title: 'Prejeta',
};
