import type { Catalogue } from '../catalogue.ts';

export const inbound: Catalogue['inbound'] = {
  title: 'Prejeta',
  lead: 'Kaj so ljudje poslali na vaše številke in imena. Pri pošiljatelju nastavite URL, da gre tudi v vaš sistem.',
  leadOperator: 'Kaj so ljudje poslali na številke in imena vseh računov in na take, ki niso od nikogar.',
  none: 'Nič še ni prišlo',
  noneHint: 'Odgovori se pojavijo tu, ko kdo piše na katero od vaših številk ali imen.',
  toPhone: 'Napišite ga na telefonu',
  noneFound: 'Nič ne ustreza filtrom',
  noneFoundHint: 'Številke se primerjajo v celoti, s + in državo. Razširite čas ali počistite kak filter.',
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
  nobody: 'Od nikogar',
  incomplete: 'Manjkajo deli',
};
