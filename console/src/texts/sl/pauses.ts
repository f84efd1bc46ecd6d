import type { Catalogue } from '../catalogue.ts';

export const pauses: Catalogue['pauses'] = {
  label: 'Kaj je ustavljeno',
  all: 'Vse je ustavljeno ({by}, {time}): sporočila so sprejeta in čakajo, nobeno ne gre ven.',
  carrier: 'operater {name}',
  account: 'račun {name}',
  some: 'Ustavljeno, zato sporočila čakajo: {names}',
  more: { one: 'in še {count}', two: 'in še {count}', few: 'in še {count}', other: 'in še {count}' },
  pause: 'Ustavi',
  resume: 'Nadaljuj',
  pauseAll: 'Ustavi vse',
  resumeAll: 'Nadaljuj vse',
  pauseAllTitle: 'Ustaviti vse?',
  pauseAllText:
    'V dveh sekundah ne gre ven nobeno sporočilo več. Sporočila so sprejeta in zaračunana kot prej in čakajo, tudi po ponovnem zagonu. Njihova veljavnost teče naprej.',
  resumeAllTitle: 'Naj gre vse naprej?',
  resumeAllText:
    'Kar čaka, gre ven z običajno hitrostjo. Operaterji in računi, ki so ustavljeni posebej, ostanejo ustavljeni.',
  pauseCarrierTitle: 'Ustaviti {name}?',
  pauseCarrierText:
    'Sporočila zanj čakajo in ne gredo po drugi poti. Povezan ostane, da potrdila prihajajo. Če naj jih prevzamejo drugi operaterji, ga raje izklopite.',
  pauseAccountTitle: 'Ustaviti {name}?',
  pauseAccountText:
    'Njegova sporočila so sprejeta in zaračunana kot prej in čakajo. Če naj bodo zavrnjena, račun raje zaustavite.',
  stateAccount: 'Njegova sporočila so sprejeta in zaračunana, a čakajo.',
  stateCarrier: 'Sporočila zanj čakajo, dokler ne nadaljujete.',
  pausedNow: 'Ustavljeno: {name}',
  resumedNow: 'Gre naprej: {name}',
  allPaused: 'Vse je ustavljeno',
  allResumed: 'Sporočila spet gredo ven',
};
