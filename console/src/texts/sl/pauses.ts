import type { Catalogue } from '../catalogue.ts';

export const pauses: Catalogue['pauses'] = {
  label: 'Dejavne zaustavitve',
  all: 'Vse je ustavljeno ({by}, {time}): sporočila so sprejeta in čakajo v vrsti, nobeno ni poslano.',
  carrier: 'operater {name}',
  account: 'račun {name}',
  some: 'Ustavljeno, sporočila čakajo v vrsti: {names}',
  more: { one: 'in še {count}', two: 'in še {count}', few: 'in še {count}', other: 'in še {count}' },
  pause: 'Ustavi',
  resume: 'Nadaljuj',
  pauseAll: 'Ustavi vse',
  resumeAll: 'Nadaljuj vse',
  pauseAllTitle: 'Ustaviti vse?',
  pauseAllText:
    'V dveh sekundah se sporočila nehajo pošiljati za vse račune. Še naprej so sprejeta in zaračunana ter čakajo v vrsti, tudi po ponovnem zagonu. Roki veljavnosti tečejo naprej.',
  resumeAllTitle: 'Nadaljevati vse?',
  resumeAllText:
    'Sporočila v vrsti se pošljejo z običajno hitrostjo. Operaterji in računi, ustavljeni posebej, ostanejo ustavljeni.',
  pauseCarrierTitle: 'Ustaviti {name}?',
  pauseCarrierText:
    'Njegova sporočila čakajo v vrsti in ne gredo po drugi poti. Povezan ostane za potrdila o dostavi. Če naj sporočila prevzamejo drugi operaterji, ga raje onemogočite.',
  pauseAccountTitle: 'Ustaviti {name}?',
  pauseAccountText:
    'Njegova sporočila so še naprej sprejeta in zaračunana, a čakajo v vrsti. Če naj bodo zavrnjena, račun raje zaustavite.',
  stateAccount: 'Njegova sporočila so sprejeta, zaračunana in čakajo v vrsti.',
  stateCarrier: 'Njegova sporočila čakajo v vrsti, dokler ne nadaljujete.',
  pausedNow: 'Ustavljeno: {name}',
  resumedNow: 'Spet deluje: {name}',
  allPaused: 'Vse je ustavljeno',
  allResumed: 'Vse spet deluje',
};
