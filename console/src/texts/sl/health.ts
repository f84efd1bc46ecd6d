import type { Catalogue } from '../catalogue.ts';

export const health: Catalogue['health'] = {
  title: 'Zdravje',
  again: 'Preglej znova',
  looking: 'Pregledovanje …',
  problem: { one: '{count} težava', two: '{count} težavi', few: '{count} težave', other: '{count} težav' },
  note: { one: '{count} opomba', two: '{count} opombi', few: '{count} opombe', other: '{count} opomb' },
  ok: {
    one: '{count} stvar je v redu',
    two: '{count} stvari sta v redu',
    few: '{count} stvari so v redu',
    other: '{count} stvari je v redu',
  },
  more: 'in še {count}',
  processes: 'Procesi',
  processesNone: 'Noben proces ni znan',
  host: 'Računalnik',
  version: 'Različica',
  since: 'Teče od',
};
