import type { Catalogue } from '../catalogue.ts';

export const palette: Catalogue['palette'] = {
  title: 'Iskanje in ukazi',
  hint: 'Številka, ID, ime, stran ali dejanje',
  open: 'Iskanje ali pojdi na …',
  results: 'Zadetki',
  count: { one: '{count} zadetek', two: '{count} zadetka', few: '{count} zadetki', other: '{count} zadetkov' },
  none: 'Ni zadetkov',
  failed: 'Zadetkov ni bilo mogoče naložiti. Enter išče po sporočilih.',
  direct: 'Najboljši zadetek',
  pages: 'Strani',
  actions: 'Dejanja',
  objects: 'Operaterji, ceniki, pošiljatelji',
  message: 'Sporočilo',
  messagesTo: 'Sporočila na to številko',
  withText: 'Sporočila s tem besedilom',
  from: 'Sporočila tega pošiljatelja',
  email: 'E-pošta',
  priceList: 'Cenik',
  key: 'Ključ API',
  credential: 'Poverilnica SMPP',
};
