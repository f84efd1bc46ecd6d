import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { forwardPrefix, withoutHistory } from './history.ts';
import { readRequest } from './request.ts';

const request = (content: string) =>
  `#apikey#
01923456-789a-7000-8000-0123456789ab
#sender#
Shop
#startdestination#
+38641123456
#enddestination#
#startcontent#
${content}
#endcontent#
`;
const sent = (text: string, subject?: string) => {
  const reading = readRequest(text, { subject });
  return reading.outcome === 'request' ? reading.request.message.content : reading.outcome;
};

/** What programs write above the mail they answer: Gmail, Thunderbird, Apple Mail, Outlook. */
const attributions = [
  'On Mon, Jan 5, 2026 at 10:00 AM Alice Smith <alice@good.example> wrote:',
  'On Mon, Jan 5, 2026 at 10:00 AM Alice Smith-Featherstonehaugh <\nalice@good.example> wrote:',
  'On 05/01/2026 10:00, Alice wrote:',
  'On Jan 5, 2026, at 10:00, Alice <alice@good.example> wrote:',
  'On Monday, January 5, 2026 at 10:00:00 AM GMT+1, Alice\n<alice@good.example> wrote:',
  'On Monday Alice wrote:',
  ' ---- On Mon, 05 Jan 2026 10:00:00 +0100 Alice <alice@good.example> wrote ----',
  '-----alice@good.example wrote: -----',
  'alice@good.example wrote on 5.1.2026:\nAlice <alice@good.example> wrote:',
  'Am Mo., 5. Jan. 2026 um 10:00 Uhr schrieb Alice <alice@good.example>:',
  'Am 05.01.26 um 10:00 schrieb Alice:',
  'Alice <alice@good.example> schrieb am Mo., 5. Jan. 2026, 10:00:',
  'Le lun. 5 janv. 2026 à 10:00, Alice <alice@good.example> a\nécrit :',
  'Le 05/01/2026 à 10:00, Alice a écrit\u00a0:',
  'Il giorno lun 5 gen 2026 alle ore 10:00 Alice <alice@good.example> ha scritto:',
  'Il 05/01/2026 10:00, Alice ha scritto:',
  'El lun, 5 ene 2026 a las 10:00, Alice (<alice@good.example>) escribió:',
  'El 5/1/26 a las 10:00, Alice escribió:',
  'Em seg., 5 de jan. de 2026 às 10:00, Alice <alice@good.example> escreveu:',
  'Alice <alice@good.example> escreveu (segunda, 5/01/2026 à(s) 10:00):\nEm 05/01/2026 10:00, Alice escreveu:',
  'Op ma 5 jan 2026 om 10:00 schreef Alice <alice@good.example>:',
  'Op 5-1-2026 om 10:00 schreef Alice:',
  'V V pon., 5. jan. 2026 ob 10:00 je oseba Alice <alice@good.example> napisala:',
  'Dne 5. 01. 26 ob 10:00 je Alice napisal(a):',
  'Alice je 5. 1. 2026 ob 10:00 napisal:',
  'pon, 5. sij 2026. u 10:00 Alice <alice@good.example> napisao je:',
  'Dana 5.1.2026. u 10:00, Alice je napisao/la:',
  'пон, 5. јан 2026. у 10:00 Alice <alice@good.example> је написао/ла:',
  'pon., 5 sty 2026 o 10:00 Alice <alice@good.example> napisał(a):',
  'W dniu 5.01.2026 o 10:00, Alice pisze:',
  'po 5. 1. 2026 v 10:00 odesílatel Alice <alice@good.example> napsal:',
  'Dne 05. 01. 26 v 10:00 Alice napsal(a):',
  'Dňa 5. 1. 2026 o 10:00 Alice napísal(a):',
  'Alice <alice@good.example> ezt írta (időpont: 2026. jan. 5., H, 10:00):',
  '2026. 01. 05. 10:00 keltezéssel, Alice írta:',
  'Den mån 5 jan. 2026 kl 10:00 skrev Alice <alice@good.example>:',
  'Alice skrev den 2026-01-05 kl. 10:00:',
  'Den man. 5. jan. 2026 kl. 10.00 skrev Alice <alice@good.example>:',
  'Den 05.01.2026 kl. 10.00 skrev Alice:',
  'man. 5. jan. 2026 kl. 10:00 skrev Alice <alice@good.example>:',
  'ma 5. tammik. 2026 klo 10.00 Alice (alice@good.example) kirjoitti:',
  'Alice kirjoitti 5.1.2026 klo 10.00:\nAlice 5.1.2026 kirjoitti:',
  'пн, 5 янв. 2026 г. в 10:00, Alice <alice@good.example>:',
  'În lun., 5 ian. 2026 la 10:00, Alice <alice@good.example> a scris:',
  '2026年1月5日(月) 10:00 Alice <alice@good.example>:',
  '在 2026年1月5日，10:00，Alice 写道：',
];
const separators = [
  '-----Original Message-----',
  '----- Original Message -----',
  '-------- Original message --------',
  '-----Ursprüngliche Nachricht-----',
  '-------- Original-Nachricht --------',
  "-----Message d'origine-----",
  '-----Message d’origine-----',
  '-----Messaggio originale-----',
  '-----Mensaje original-----',
  '-----Mensagem original-----',
  '-----Oorspronkelijk bericht-----',
  '-----Izvirno sporočilo-----',
  '-----Izvorna poruka-----',
  '-----Original poruka-----\n-----Originalna poruka-----',
  '-----Wiadomość oryginalna-----',
  '-----Původní zpráva-----',
  '---------- Původní e-mail ----------',
  '-----Eredeti üzenet-----',
  '-----Ursprungligt meddelande-----',
  '-----Oprindelig meddelelse-----',
  '-----Opprinnelig melding-----',
  '-----Alkuperäinen viesti-----',
  '------------------ 原始邮件 ------------------',
  '--- Below this line is a copy of the message.',
];
const labels = [
  ['From', 'Sent', 'To', 'Subject'],
  ['From', 'Date', 'To', 'Cc', 'Subject'],
  ['From', 'Subject', 'Date', 'To'],
  ['Subject', 'Date', 'From', 'To'],
  ['Von', 'Gesendet', 'An', 'Cc', 'Betreff'],
  ['Gesendet', 'Von', 'An', 'Betreff'],
  ['Von', 'Datum', 'An', 'Betreff'],
  ['De\u00a0', 'Envoyé\u00a0', 'À\u00a0', 'Objet\u00a0'],
  ['Da', 'Inviato', 'A', 'Oggetto'],
  ['De', 'Enviado el', 'Para', 'Asunto'],
  ['De', 'Enviada em', 'Para', 'Assunto'],
  ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  ['Od', 'Poslano', 'Za', 'Zadeva'],
  ['Od', 'Poslano', 'Prima', 'Predmet'],
  ['Šalje', 'Poslano', 'Prima', 'Predmet'],
  ['Od', 'Poslato', 'Za', 'Tema'],
  ['Od', 'Wysłano', 'Do', 'DW', 'Temat'],
  ['Od', 'Odesláno', 'Komu', 'Předmět'],
  ['Feladó', 'Küldve', 'Címzett', 'Tárgy'],
  ['Från', 'Skickat', 'Till', 'Ämne'],
  ['Fra', 'Sendt', 'Til', 'Emne'],
  ['Fra', 'Dato', 'Til', 'Kopi', 'Emne'],
  ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  ['От', 'Отправлено', 'Кому', 'Тема'],
];
const exampleOf = (label: string) =>
  /^(?:Subject|Betreff|Objet|Oggetto|Asunto|Assunto|Onderwerp|Zadeva|Predmet|Tema|Temat|Předmět|Tárgy|Ämne|Emne|Aihe|Тема)/.test(
    label,
  )
    ? 'Order'
    : /@|^(?:From|Von|De|Da|Van|Od|Šalje|Feladó|Från|Fra|Lähettäjä|От)/.test(label)
      ? 'Alice Smith <alice@good.example>'
      : 'ponedeljek, 5. januar 2026 10:00';
const blocks = labels.map((names) => names.map((name) => `${name}: ${exampleOf(name)}`).join('\n'));
const bold = labels.map((names) => names.map((name) => `*${name}:* ${exampleOf(name)}`).join('\n'));
const histories = [
  ...attributions,
  ...separators,
  ...blocks,
  ...bold,
  ...blocks.map((block) => `________________________________\n${block}`),
];

describe.each(histories)('below %j', (history) => {
  it('nothing counts', () => {
    expect(sent(`Thanks, received!\n\n${history}\n\n${request('old')}`)).toBe('no key');
    expect(sent(`${history}\n${request('old')}`)).toBe('no key');
    expect(sent(`${request('new')}\n-- \nBob\n\n${history}\n\n${request('old')}`)).toBe('new');
  });
  it('nothing completes a request that is above it', () => {
    const unended = request('new').replace('#endcontent#\n', '');
    expect(readRequest(`${unended}\n${history}\n${request('old')}`)).toMatchObject({
      detail: expect.stringContaining('#startcontent#'),
    });
    expect(readRequest(`#apikey#\n01923456-789a-7000-8000-0123456789ab\n\n${history}\n#sender#\nShop\n`)).toMatchObject(
      {
        detail: expect.stringContaining('The sender is missing'),
      },
    );
  });
  it('what is in a content is sent whole', () => {
    expect(sent(request(`He said:\n${history}\nBye`))).toBe(`He said:\n${history}\nBye`);
  });
  it('what a person writes below marked lines counts', () => {
    const marked = request('old').replaceAll(/^/gm, '> ');
    expect(sent(`${history}\n${marked}\n\n${request('new')}`)).toBe('new');
  });
});

test.each([
  'On Monday he wrote: hi',
  'As I wrote on 5 January:',
  'Please send this:',
  'SMS for 10:00 to Bob:',
  '--------',
  '----- SMS -----',
  '=== Request ===',
  'From: the shop',
  'To: all customers\nSubject: opening hours',
  'Original message below:',
  'Dear Hermod, the following is for Alice <alice@good.example> at 10:30 today.',
  'Date: 5.1.2026\nName: Bob',
])('%j does not begin a history', (text) => {
  expect(sent(`${text}\n\n${request('new')}`)).toBe('new');
  expect(sent(request(text))).toBe(text);
});

describe('what is forwarded counts', () => {
  const lines = [
    '---------- Forwarded message ---------',
    '-------- Forwarded Message --------',
    '----- Forwarded by Alice/Good on 01/05/2026 10:00 AM -----',
    'Begin forwarded message:',
    'Anfang der weitergeleiteten Nachricht:',
    '-------- Weitergeleitete Nachricht --------',
    '---------- Message transféré ---------',
    'Début du message réexpédié\u00a0:',
    '---------- Messaggio inoltrato ---------',
    'Inizio messaggio inoltrato:',
    '---------- Mensaje reenviado ---------',
    '---------- Mensagem encaminhada ---------',
    '---------- Doorgestuurd bericht ---------',
    'Begin doorgestuurd bericht:',
    '-------- Posredovano sporočilo --------',
    '-------- Proslijeđena poruka --------',
    '-------- Прослеђена порука --------',
    '-------- Przekazana wiadomość --------',
    '---------- Přeposlaná zpráva ---------',
    '-------- Továbbított üzenet --------',
    '-------- Vidarebefordrat meddelande --------',
    'Vidarebefordrat brev:',
    '-------- Videresendt besked --------',
    '-------- Videresendt melding --------',
    '-------- Välitetty viesti --------',
  ];
  it.each(lines)('%s', (line) => {
    for (const block of [...blocks, ''])
      expect(sent(`For you\n\n${line}\n${block}\n\n\n${request('old')}`)).toBe('old');
    const quoted = `${blocks[2]}\n\n${request('old')}`.replaceAll(/^/gm, '> ');
    expect(sent(`For you\n\n${line}\n\n${quoted}`)).toBe('old');
    expect(sent(`> ${line}\n> \n${quoted}`, 'Fwd: Order')).toBe('old');
    expect(sent(`On Monday Alice wrote:\n\n> ${line}\n> \n${quoted}`, 'Fwd: Order')).toBe('no key');
    expect(sent(`> ${line}\n> \n${quoted}`, 'Re: Fwd: Order')).toBe('no key');
  });
  it.each([...blocks, ...bold].map((block) => [block]))('%s', (block) => {
    const isFinnish = block.includes('Lähettäjä');
    for (const prefix of ['FW', 'Fwd', 'WG', 'TR', 'I', 'RV', 'ENC', 'VB', 'VL', 'PD', 'Doorst', '[EXTERNAL] FW'])
      expect(sent(`${block}\n\n${request('old')}`, `${prefix}: Order`)).toBe('old');
    expect(sent(`${block}\n\n${request('old')}`, 'VS: Order')).toBe(isFinnish ? 'no key' : 'old');
    for (const prefix of ['Re', 'RE', 'AW', 'SV', 'R', 'RES', 'Odp', 'Antw', 'Vá', 'RE: FW', 'Order'])
      expect(sent(`${block}\n\n${request('old')}`, `${prefix}: Order`)).toBe('no key');
  });
  it('also one that was forwarded before, but not the history of what is forwarded', () => {
    const [outer, inner] = ['From: A\nSent: 1\nTo: B\nSubject: FW: Order', 'From: C\nSent: 1\nTo: A\nSubject: Order'];
    expect(sent(`${outer}\n\nFYI\n\n${inner}\n\n${request('old')}`, 'FW: FW: Order')).toBe('old');
    const reply = outer.replace('FW:', 'RE:');
    expect(sent(`${reply}\n\nThanks\n\n${inner}\n\n${request('old')}`, 'FW: RE: Order')).toBe('no key');
    expect(sent(`--- Forwarded message ---\n${reply}\n\nThanks\n\n${attributions[0]}\n${request('old')}`)).toBe(
      'no key',
    );
  });
  it.each([...attributions, ...blocks])('but not in a reply to it: %j', (history) => {
    expect(sent(`${history}\n\n--- Forwarded message ---\n${blocks[0]}\n\n${request('old')}`, 'Re: Fwd: x')).toBe(
      'no key',
    );
    expect(sent(`Ok\n\n${history}\nBegin forwarded message:\n\n${request('old')}`)).toBe('no key');
  });
  it('keeps the lines of what is not quoted', () => {
    expect(sent(`--- Forwarded message ---\n\n${request('> 5 items\nx')}`)).toBe('> 5 items\nx');
  });
});

test.each(['Fwd: x', 'FW: x', ' wg : x', 'Fwd[2]: x', '[list] Fw: x', 'Továbbítás: x', 'Fwd: Re: x', '转发：x'])(
  '%j is forwarded',
  (subject) => expect(forwardPrefix(subject)).toBeDefined(),
);
test.each(['Re: Fwd: x', 'AW: WG: x', 'x', 'Forward planning', 'x Fwd: y', '', 'R: x', 'SV: x'])(
  '%j is not forwarded',
  (subject) => expect(forwardPrefix(subject)).toBeUndefined(),
);

const line = fc.oneof(
  fc.constantFrom(...histories.flatMap((text) => text.split('\n')), '', '> x', 'Hello', '---', 'To: x'),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll(/[#\r\n]/g, '')),
);

test('a second request below a history is never executed, whatever is around', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 6 }),
      fc.constantFrom(...histories),
      fc.array(
        line.filter((text) => !/^\s*[>|]/.test(text)),
        { maxLength: 6 },
      ),
      fc.boolean(),
      (above, history, below, isComplete) => {
        const own = isComplete ? request('new') : 'Thanks!';
        const text = [own, ...above, '', history, ...below, request('old')].join('\n');
        expect(['new', 'no key']).toContain(sent(text));
        if (isComplete) expect(sent(text)).toBe('new');
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a content is sent whole, whatever lines of histories it holds', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      const content = lines.join('\n').trim();
      fc.pre(content !== '');
      expect(sent(request(content))).toBe(content);
    }),
    { numRuns: 2_000 },
  );
});

test('a text without a history stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      fc.pre(!/[:：]|--/.test(text));
      expect(withoutHistory(text)).toBe(text);
    }),
  );
});

const size = 400_000;
const fill = (unit: string) => unit.repeat(Math.floor(size / unit.length));
test.each([
  'From: x\n',
  'From: x\n\n\n\n',
  'a\n',
  ':\n',
  'On 1 a@b\n',
  '--\n',
  '-',
  '- ',
  '>\n',
  '> ',
  '--- Forwarded message ---\n',
  '--- Forwarded message ---\n> ',
  '> --- Forwarded message ---\n',
  'On 1 wrote:\n> x\n',
  'From: x\nTo: y\nDate: z\n> q\n',
  '#startcontent#\nOn 1 wrote:\n',
  '#startcontent#\n#endcontent#\n',
  '\u00ad#\u00ad',
  '#api\u00ad',
  'x@x.x 10:00 <(\n',
])('%j over and over takes as long as it is', (unit) => {
  const cost = (text: string) => {
    const before = process.threadCpuUsage();
    readRequest(text, { subject: 'Fwd: x' });
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const [half, whole] = [fill(unit).slice(0, size / 2), fill(unit)];
  const grows = () => cost(whole) > 2.5 * Math.max(cost(half), 40);
  // What grows too fast does so every time.
  expect([1, 2, 3, 4, 5].every(grows)).toBe(false);
});
