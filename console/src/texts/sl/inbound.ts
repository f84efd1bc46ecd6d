import type { Catalogue } from '../catalogue.ts';

export const inbound: Catalogue['inbound'] = {
  title: 'Prejeta sporočila',
  lead: 'Sporočila, poslana na vaše številke in imena. Pri pošiljatelju nastavite URL za prejeta sporočila, da jih dobi vaš sistem.',
  leadOperator: 'Sporočila, poslana na številke in imena vseh računov in na tiste brez računa.',
  none: 'Prejetih sporočil še ni',
  noneHint: 'Tu se pojavijo sporočila na vaše številke in imena.',
  toPhone: 'Pošljite ga s telefona',
  noneFound: 'Nobeno sporočilo ne ustreza filtrom',
  noneFoundHint:
    'Številke se morajo natanko ujemati, s + in kodo države. Razširite časovno obdobje ali počistite kak filter.',
  received: 'Prejeto',
  from: 'Od',
  to: 'Poslano na',
  since: 'Od časa',
  until: 'Do časa',
  numberOrName: 'Številka ali ime',
  text: 'Besedilo',
  answer: 'Odgovor',
  reply: 'Odgovori',
  replyTo: 'Odgovori na {number}',
  noAccount: 'Brez računa',
  incomplete: 'Manjkajo deli',
};
