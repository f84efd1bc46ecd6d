import type { Catalogue } from '../catalogue.ts';

export const send: Catalogue['send'] = {
  title: 'Pošlji',
  magicDelivered: 'Dostavljeno',
  magicFailed: 'Ne uspe (nedostavljivo)',
  magicExpired: 'Ne uspe (poteklo)',
  magicRefused: 'Takoj zavrnjeno, vrnjeno',
  magicRejected: 'Pozneje zavrnjeno, vrnjeno',
  magicUnknown: 'Konča se kot neznano',
  magicThrottled: 'Dvakrat omejeno, nato dostavljeno',
  magicSlow: 'Dostavljeno po 10 s',
  magicSilent: 'Potrdilo nikoli ne pride',
  magicUnanswered: 'Prvi poskus brez odgovora',
  magicEcho: 'Dostavljeno, odgovori z istim besedilom',
  magicBusy: 'Vrsta je vedno polna',
  magicTwice: 'Dve potrdili',
  magicPartLost: 'Zadnji del dolgega besedila se izgubi',
};
