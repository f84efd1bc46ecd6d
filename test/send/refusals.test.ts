/** Refused requests, the words of the error, and that a refusal changes nothing. */
import { expect, test } from 'vitest';
import { books, croatian, numbers, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const account = await testAccount(db, {
  balance: '1',
  senders: [
    { value: 'Shop' },
    { value: 'New', status: 'Pending' },
    { value: 'Waiting', status: 'Confirmation Pending' },
    { value: 'Refused', status: 'Rejected' },
    { value: 'Chat', channel: 'Viber' },
    { value: 'Gone' },
    { value: '+38640111333', type: 1 },
  ],
});
await db.query(`UPDATE senders SET deleted_at = now() WHERE value IN ('Gone', '+38640111333')`);
const send = sender(service, account);

const german = '+4915123456789';
const now = Math.floor(Date.now() / 1_000);
const wrongTime =
  'Error: 5 - scheduledTime must be a valid Unix timestamp: whole seconds since 1970, not negative, not milliseconds';
const emptyText = 'Error: 1 - Message too long or empty: the message is empty or only white space';
const longText = 'Error: 1 - Message too long or empty: the message has more than 640 characters';
const noText = 'Error: 1 - Message too long or empty: the message contains a NUL character or half a surrogate pair';
const noUrl = 'Error: 7 - Message rejected: deliveryReportUrl must be an http or https URL of at most 2048 characters';
const noSender = 'Error: 2 - Invalid sender (from): the sender is not registered for the account';
const noNumber = 'Error: 4 - Phone number not registered: this number is not a sender of the account';
/** The description gives the fault of each number, the list names all as they were sent. */
const invalid = (...list: string[]) => {
  const none = [...new Set(list)].filter((number) => number !== german).map((number) => `"${number}"`);
  const why = [
    ...(none.length > 0 ? [`not a valid phone number: ${none.join(', ')}`] : []),
    ...(list.includes(german) ? [`not in the price list of the account: ${german} (DE)`] : []),
  ].join('; ');
  return `Error: 3 - Invalid recipient (to) number: ${why} | Invalid destination numbers: ${list.join(',')}`;
};
const sum = (code: number, name: string) => (detail: string) => `Error: ${code} - ${name}: ${detail}`;
const message = sum(1, 'Message too long or empty');
const from = sum(2, 'Invalid sender (from)');
const to = sum(3, 'Invalid recipient (to) number');
const time = sum(5, 'scheduledTime must be a valid Unix timestamp');
const rejected = sum(7, 'Message rejected');

type Row = [title: string, fields: Record<string, unknown>, error: string];
const content = (text: unknown, isUnicode?: unknown) => ({ message: { content: text, isUnicode } });

const rows: Row[] = [
  ['an empty text', content(''), emptyText],
  ['blanks and line breaks', content(' \t\r\n\u000b\f'), emptyText],
  ['no-break and other Unicode spaces', content('\u00a0\u1680\u2003\u202f\u205f\u3000\u2028'), emptyText],
  ['zero-width characters', content('\u200b\u200c\u200d\u2060\ufeff\u00ad'), emptyText],
  ['spaces as Unicode', content('\u00a0\u200b', true), emptyText],
  ['641 characters', content('a'.repeat(641)), longText],
  ['641 characters as Unicode', content('😀'.repeat(641), true), longText],
  ['642 characters once the ellipses are replaced', content('…'.repeat(214)), longText],
  ['a megabyte of text', content('č'.repeat(500_000)), longText],
  ['NUL in the text', content('a\0b'), noText],
  ['half a surrogate pair', content('a\ud83d'), noText],
  ['the other half, as Unicode', content('\ude00', true), noText],

  ['an unknown sender', { sender: 'Unknown' }, noSender],
  ['no sender at all', { sender: '' }, noSender],
  ['another spelling of the sender', { sender: 'shop' }, noSender],
  ['a blank beside the sender', { sender: ' Shop' }, noSender],
  ['NUL in the sender', { sender: 'Shop\0' }, noSender],
  ['a name of JavaScript as sender', { sender: '__proto__' }, noSender],
  ['a sender not yet looked at', { sender: 'New' }, from('the sender is Pending, it must be Confirmed')],
  ['not confirmed', { sender: 'Waiting' }, from('the sender is Confirmation Pending, it must be Confirmed')],
  ['a rejected sender', { sender: 'Refused' }, from('the sender is Rejected, it must be Confirmed')],
  ['a deleted sender', { sender: 'Gone' }, from('the sender is deleted, it must be Confirmed')],
  ['a deleted number', { sender: '+38640111333' }, from('the sender is deleted, it must be Confirmed')],
  ['another channel', { sender: 'Chat' }, from('the sender is registered for Viber, it must be Confirmed')],
  ['a number not registered', { sender: '+38640999888' }, noNumber],
  ['one without its plus', { sender: '38640999888' }, noNumber],
  ['one in parentheses', { sender: '(040) 999 888' }, noNumber],
  [
    'a deleted number, as people write it',
    { sender: '040 111 333' },
    from('the sender is deleted, it must be Confirmed'),
  ],

  ['a national number', { destinations: ['040123456'] }, invalid('040123456')],
  ['a number without plus', { destinations: ['38640123456'] }, invalid('38640123456')],
  ['a number with blanks', { destinations: ['+386 40 123 456'] }, invalid('+386 40 123 456')],
  ['a number of no network', { destinations: ['+38600000000'] }, invalid('+38600000000')],
  ['a number of no country', { destinations: ['+999123456789'] }, invalid('+999123456789')],
  ['an empty number', { destinations: [''] }, invalid('')],
  ['digits of another script', { destinations: ['+٣٨٦٤٠١٢٣٤٥٦'] }, invalid('+٣٨٦٤٠١٢٣٤٥٦')],
  ['a country without a price', { destinations: [german] }, invalid(german)],
  [
    'every wrong number, in the order of the request, repetitions included',
    { destinations: ['b', slovenian, german, 'a', croatian, 'b', '+386'] },
    invalid('b', german, 'a', 'b', '+386'),
  ],
  ['a number beyond all measure', { destinations: ['+'.repeat(1_000)] }, invalid(`${'+'.repeat(64)}…`)],

  ['a negative time', { scheduledTime: -1 }, wrongTime],
  ['a fraction of a second', { scheduledTime: now + 3_600.5 }, wrongTime],
  ['milliseconds', { scheduledTime: (now + 3_600) * 1_000 }, wrongTime],
  ['the year 10000', { scheduledTime: 253_402_300_800 }, wrongTime],
  ['2^53', { scheduledTime: 2 ** 53 }, wrongTime],
  ['1e308', { scheduledTime: 1e308 }, wrongTime],
  ['a time as text', { scheduledTime: `${now + 3_600}` }, time('scheduledTime must be a whole number')],
  ['true as time', { scheduledTime: true }, time('scheduledTime must be a whole number')],

  ['a URL of another kind', { deliveryReportUrl: 'ftp://example.com' }, noUrl],
  ['no URL', { deliveryReportUrl: 'example.com/reports' }, noUrl],
  ['a script', { deliveryReportUrl: 'javascript:alert(1)' }, noUrl],
  ['a URL too long', { deliveryReportUrl: `http://example.com/${'a'.repeat(2_030)}` }, noUrl],
  ['NUL in a URL', { deliveryReportUrl: 'http://example.com/a\0b' }, noUrl],
  ['a line break in a URL', { deliveryReportUrl: 'http://example.com/a\r\nb' }, noUrl],
  ['half a surrogate pair in a URL', { deliveryReportUrl: 'http://example.com/\ud800' }, noUrl],

  ['a sender of another type', { sender: 7 }, from('sender must be a text')],
  ['a sender that is null', { sender: null }, from('sender must be a text')],
  ['a missing sender', { sender: undefined }, from('sender is missing')],
  ['missing destinations', { destinations: undefined }, to('destinations is missing')],
  ['one destination, not in a list', { destinations: slovenian }, to('destinations must be a list')],
  ['no destinations', { destinations: [] }, to('destinations is empty')],
  ['a destination of another type', { destinations: [slovenian, 1] }, to('destinations.1 must be a text')],
  ['a missing message', { message: undefined }, message('message is missing')],
  ['a message that is a text', { message: 'Hello' }, message('message must be an object')],
  ['a list as message', { message: ['Hello'] }, message('message must be an object')],
  ['a message without content', { message: { isUnicode: true } }, message('message.content is missing')],
  [
    'an inherited content',
    { message: JSON.parse('{"__proto__":{"content":"a"}}') },
    message('message.content is missing'),
  ],
  ['content of another type', content(5), message('message.content must be a text')],
  ['isUnicode of another type', content('a', 'true'), message('message.isUnicode must be true or false')],
  ['a URL of another type', { deliveryReportUrl: 1 }, rejected('deliveryReportUrl must be a text')],
  ['a URL that is a number', { deliveryReportUrl: 1 }, rejected('deliveryReportUrl must be a text')],
  ['priceReport of another type', { priceReport: 'yes' }, rejected('priceReport must be true or false')],
  ['1,001 recipients', { destinations: numbers(1_001) }, rejected('at most 1000 destinations in one request')],

  ['more than the balance', { destinations: numbers(101) }, 'Error: 6 - Balance too low to send'],
];

test.each(rows)('%s', async (_, fields, error) => {
  const before = await books(db, account);
  const answer = await send(fields);
  expect(answer).toMatchObject({ status: 400 });
  expect(answer.body).toStrictEqual({ error });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/./);
  expect(await books(db, account)).toEqual(before);
});

/** All are wrong at first, then corrected one by one, in the order in which they are reported. */
const order: [field: string, wrong: unknown, right: unknown, code: number][] = [
  ['sender', 1, 'Unknown', 2],
  ['message', 'a', { content: '' }, 1],
  ['scheduledTime', 'a', -1, 5],
  ['destinations', 'a', ['a'], 3],
  ['priceReport', 'a', undefined, 7],
  ['deliveryReportUrl', 'a', undefined, 7],
  ['sender', 'Unknown', 'Shop', 2],
  ['message', { content: '' }, { content: 'a' }, 1],
  ['scheduledTime', -1, undefined, 5],
  ['destinations', ['a'], numbers(101), 3],
  ['', undefined, undefined, 6],
];

test('of several faults the shape is reported first, then sender, text, time, destinations, balance', async () => {
  const fields: Record<string, unknown> = {};
  for (const [field, wrong] of order.toReversed()) fields[field] = wrong;
  const codes: number[] = [];
  for (const [field, , right] of order) {
    const { body } = await send(fields);
    codes.push(Number(/^Error: (\d) - /.exec((body as { error: string }).error)?.[1]));
    fields[field] = right;
  }
  expect(codes).toEqual(order.map(([, , , code]) => code));
});

test('too many recipients are a fault of the shape: reported before an unknown sender, after a wrong type', async () => {
  const destinations = numbers(1_001);
  const code = async (fields: object) => ((await send(fields)).body as { error: string }).error.slice(0, 8);
  expect(await code({ destinations, sender: 'Unknown' })).toBe('Error: 7');
  expect(await code({ destinations, sender: 1 })).toBe('Error: 2');
});
