import type { Catalogue } from '../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'Prijava',
  name: 'Ime',
  password: 'Geslo',
  code: 'Koda iz aplikacije za preverjanje',
  codeHint: 'Šest števk',
  token: 'Upravljavski žeton',
  tokenHint: 'Vrednost HERMOD_ADMIN_TOKEN',
  byName: 'Ime in geslo',
  byToken: 'Upravljavski žeton',
  go: 'Prijavite se',
  linkGoing: 'Prijavljamo vas …',
  linkFailed: 'Ta povezava ne deluje več. Vsaka deluje enkrat, deset minut.',
  customers: 'Stranke se prijavijo s povezavo, ki jo dobijo od upravljavca ali s svojim ključem API.',
  refused: 'Ni pravilno. Preverite, kaj ste vpisali.',
  wait: 'Preveč poskusov. Poskusite znova čez {seconds} s.',
  needsCode: 'Zdaj še koda.',
};
