import type { Catalogue } from '../catalogue.ts';

export const health: Catalogue['health'] = {
  title: 'Zdravje',
  again: 'Osveži',
  looking: 'Preverjanje …',
  problem: { one: '{count} težava', two: '{count} težavi', few: '{count} težave', other: '{count} težav' },
  note: { one: '{count} opomba', two: '{count} opombi', few: '{count} opombe', other: '{count} opomb' },
  ok: {
    one: '{count} preverjanje uspešno',
    two: '{count} preverjanji uspešni',
    few: '{count} preverjanja uspešna',
    other: '{count} preverjanj uspešnih',
  },
  more: 'in še {count}',
  processes: 'Procesi',
  processesNone: 'Ni procesov',
  host: 'Gostitelj',
  version: 'Različica',
  since: 'Teče od',
};
