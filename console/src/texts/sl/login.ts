import type { Catalogue } from '../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'Prijava',
  name: 'Ime',
  password: 'Geslo',
  code: 'Koda iz aplikacije za preverjanje',
  codeHint: '6 števk',
  token: 'Upravljavski žeton',
  tokenHint: 'Vrednost HERMOD_ADMIN_TOKEN',
  byName: 'Ime in geslo',
  byToken: 'Upravljavski žeton',
  go: 'Prijavite se',
  linkGoing: 'Prijavljamo vas …',
  linkFailed: 'Ta povezava ni več veljavna. Vsaka deluje enkrat, 10 minut.',
  customers: 'Stranke se prijavijo s povezavo, ki jo dobijo od upravljavca ali s svojim ključem API.',
  refused: 'Napačno ime ali geslo.',
  refusedCode: 'Napačno ime, geslo ali koda.',
  refusedToken: 'Napačen upravljavski žeton.',
  wait: 'Preveč poskusov. Poskusite znova čez {seconds} s.',
  needsCode: 'Vpišite kodo iz aplikacije za preverjanje.',
};
