import type { Catalogue } from '../catalogue.ts';

export const waiting: Catalogue['waiting'] = {
  title: 'Čakajoča sporočila',
  short: 'Vrsta',
  lead: 'Sporočila, ki so sprejeta in zaračunana, a še niso predana operaterju. Ob preklicu se znesek povrne.',
  sum: {
    one: 'Čaka {count} sporočilo, {amounts}.',
    two: 'Čakata {count} sporočili, skupaj {amounts}.',
    few: 'Čakajo {count} sporočila, skupaj {amounts}.',
    other: 'Čaka {count} sporočil, skupaj {amounts}.',
  },
  none: 'Nobeno sporočilo ne čaka',
  noneHint:
    'Sporočila čakajo, kadar operater ni povezan, je zaseden ali ustavljen, kadar je ustavljen njihov račun ali do načrtovanega časa.',
  noneFound: 'Filtrom ne ustreza nobeno čakajoče sporočilo',
  byAccount: 'Po računih',
  byCarrier: 'Po operaterjih',
  byCarrierNone: 'Na operaterja ne čaka nobeno sporočilo',
  carrier: 'Operater',
  state: 'Stanje',
  country: 'Država',
  kind: 'Vrsta',
  unscheduled: 'Nenačrtovana',
  scheduled: 'Načrtovana',
  before: 'Na vrsti pred',
  messages: 'Sporočila',
  price: 'Cena',
  chooseFilter: 'Za preklic nastavite vsaj en filter ali izberite račun.',
  cancelOf: 'Prekliči sporočila računa {name}',
  cancelShort: 'Prekliči',
};
