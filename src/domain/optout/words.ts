/** What a recipient requests by sending one of these words and nothing else. */
export const keywords = ['STOP', 'START', 'HELP'] as const;
export type Keyword = (typeof keywords)[number];

export type KeywordWords = Readonly<Record<Keyword, readonly string[]>>;

/**
 * The keywords of each language. Only words that have no other meaning in a reply: "yes", "no" and similar answer questions that
 * businesses ask. STOP, START and HELP are the English ones, which networks and authorities expect everywhere.
 */
export const wordsOf = {
  bg: { STOP: ['стоп', 'откажи', 'отписване'], START: ['старт', 'абонамент'], HELP: ['помощ'] },
  bs: { STOP: ['odjava', 'odjavi', 'odjavi se', 'prekini'], START: ['prijava', 'prijavi se'], HELP: ['pomoć'] },
  cs: { STOP: ['odhlásit', 'zrušit', 'ukončit'], START: ['přihlásit', 'začít'], HELP: ['pomoc', 'nápověda'] },
  da: { STOP: ['afmeld', 'frameld'], START: ['tilmeld'], HELP: ['hjælp'] },
  de: { STOP: ['stopp', 'abmelden', 'abbestellen'], START: ['anmelden', 'starten'], HELP: ['hilfe'] },
  el: { STOP: ['στοπ', 'διακοπή', 'διαγραφή'], START: ['έναρξη', 'εγγραφή'], HELP: ['βοήθεια'] },
  en: {
    STOP: ['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt out'],
    START: ['start', 'unstop', 'subscribe', 'optin', 'opt in'],
    HELP: ['help', 'info'],
  },
  es: { STOP: ['parar', 'baja', 'cancelar', 'detener'], START: ['alta', 'iniciar', 'empezar'], HELP: ['ayuda'] },
  et: { STOP: ['peata', 'lõpeta', 'loobu'], START: ['alusta', 'telli'], HELP: ['abi'] },
  fi: { STOP: ['lopeta', 'peruuta', 'seis'], START: ['aloita', 'tilaa'], HELP: ['apua', 'ohje'] },
  fr: {
    STOP: ['arrêt', 'arrêter', 'désabonner', 'désinscrire', 'désinscription'],
    START: ['démarrer', 'reprendre', 'abonner', 'inscription'],
    HELP: ['aide'],
  },
  hr: {
    STOP: ['odjava', 'odjavi', 'odjavi se', 'prekini', 'zaustavi'],
    START: ['prijava', 'prijavi se', 'započni'],
    HELP: ['pomoć'],
  },
  hu: {
    STOP: ['leállít', 'leiratkozás', 'leiratkozom', 'állj'],
    START: ['indít', 'feliratkozás', 'feliratkozom'],
    HELP: ['segítség', 'súgó'],
  },
  it: { STOP: ['annulla', 'cancella', 'disiscrivimi', 'basta'], START: ['inizia', 'iscrivimi'], HELP: ['aiuto'] },
  lt: { STOP: ['sustabdyti', 'atsisakyti'], START: ['pradėti', 'prenumeruoti'], HELP: ['pagalba'] },
  lv: { STOP: ['apturēt', 'atteikties'], START: ['sākt', 'pieteikties'], HELP: ['palīdzība'] },
  mk: { STOP: ['стоп', 'одјава'], START: ['старт', 'пријава'], HELP: ['помош'] },
  nb: { STOP: ['stopp', 'avslutt', 'avmeld'], START: ['påmeld', 'abonner'], HELP: ['hjelp'] },
  nl: { STOP: ['afmelden', 'uitschrijven', 'stoppen'], START: ['aanmelden', 'inschrijven'], HELP: ['hulp'] },
  pl: { STOP: ['rezygnuję', 'wypisz', 'anuluj'], START: ['zapisz', 'wznów'], HELP: ['pomoc'] },
  pt: { STOP: ['parar', 'cancelar', 'sair'], START: ['iniciar', 'começar'], HELP: ['ajuda'] },
  ro: { STOP: ['oprește', 'dezabonare', 'renunț'], START: ['abonare', 'pornește'], HELP: ['ajutor'] },
  ru: { STOP: ['стоп', 'отписаться', 'отписка'], START: ['старт', 'подписаться'], HELP: ['помощь'] },
  sk: { STOP: ['odhlásiť', 'zrušiť', 'ukončiť'], START: ['prihlásiť', 'začať'], HELP: ['pomoc'] },
  sl: {
    STOP: ['odjava', 'odjavi', 'odjavi se', 'odjavi me', 'prekini', 'ustavi'],
    START: ['prijava', 'prijavi', 'prijavi se', 'začni'],
    HELP: ['pomoč'],
  },
  sq: { STOP: ['ndalo', 'çregjistrohu'], START: ['fillo', 'regjistrohu'], HELP: ['ndihmë'] },
  sr: {
    STOP: ['odjava', 'odjavi', 'odjavi se', 'prekini', 'одјава', 'одјави се', 'прекини'],
    START: ['prijava', 'prijavi se', 'пријава', 'пријави се'],
    HELP: ['pomoć', 'помоћ'],
  },
  sv: { STOP: ['stopp', 'avsluta', 'avregistrera'], START: ['starta', 'börja'], HELP: ['hjälp'] },
  tr: { STOP: ['dur', 'durdur', 'iptal'], START: ['başla', 'başlat'], HELP: ['yardım'] },
  uk: { STOP: ['стоп', 'відписатися'], START: ['старт', 'підписатися'], HELP: ['допомога'] },
} as const satisfies Record<string, KeywordWords>;

export type KeywordLanguage = keyof typeof wordsOf;
export const languages = Object.keys(wordsOf) as KeywordLanguage[];
