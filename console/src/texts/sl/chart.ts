import type { Catalogue } from '../catalogue.ts';

export const chart: Catalogue['chart'] = {
  total: 'Skupaj',
  pointHint: 'Pokažite na čas',
  openHint: 'Enter odpre sporočila tega časa',
  notes: 'Kaj se je zgodilo v tem obdobju',
  moreNotes: {
    one: '{count} prejšnji dogodek',
    two: '{count} prejšnja dogodka',
    few: '{count} prejšnji dogodki',
    other: '{count} prejšnjih dogodkov',
  },
  delivered: 'Dostavljeno',
  open: 'V teku',
  cancelled: 'Preklicano',
  unknown: 'Neznano',
  rejected: 'Zavrnjeno',
  failed: 'Neuspelo',
  before: 'Sprejeto v prejšnjem obdobju',
  deployment: 'Zagnana različica {version}',
  outage: 'Operater {name} ne deluje',
  paused_all: 'Vse ustavljeno',
  paused_carrier: 'Operater {name} ustavljen',
  paused_account: 'Račun {name} ustavljen',
  by: '{what}: {by}',
  other: 'Drugi',
};
