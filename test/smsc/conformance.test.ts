/** The listener byte by byte: requests and expected responses in hex. `..` stands for an octet that cannot be predicted. */
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { smppPasswords } from '../../src/flows/smpp/credentials.ts';
import { insertCredential } from '../../src/store/smpp/credentials.ts';
import { patienceMs } from '../harness/patience.ts';
import { rawSocket, smscService } from './rig.ts';

const { db, smppPort } = await smscService();
const password = await smppPasswords.hash('secret08', 'test');
await insertCredential(db, { id: newId(), accountId: demoAccountId, systemId: 'conf', password });
await db.query(`UPDATE smpp_credentials SET max_binds = 100 WHERE system_id = 'conf'`);

const hex = (text: string): string => text.replace(/\s/g, '').toLowerCase();
const text = (ascii: string): string => Buffer.from(`${ascii}\0`, 'latin1').toString('hex');
const any = (octets: number): string => '..'.repeat(octets);
/** The PDU with its length in front. */
const pdu = (...parts: string[]): string => {
  const body = hex(parts.join(''));
  return (4 + body.length / 2).toString(16).padStart(8, '0') + body;
};

const credentials = text('conf') + text('secret08') + text('');
const bindWith = (command: string, version: string): string =>
  pdu(command, '00000000 00000001', credentials, version, '00 00 00');
const transceiver = bindWith('00000009', '34');
const boundResp = pdu('80000009 00000000 00000001', text('hermod'), '0210 0001 34');

const addresses = `${text('')} 05 00 ${text('Hermod')} 01 01 ${text('38640123456')}`;
const submit = (sequence: string, message: string, dataCoding = '00'): string =>
  pdu(
    '00000004 00000000',
    sequence,
    addresses,
    `00 00 00 00 00 01 00 ${dataCoding} 00`,
    (hex(message).length / 2).toString(16).padStart(2, '0'),
    message,
  );
const uuid = `${any(36)}00`;

/** `after`: PDUs sent before, and answered. */
type Exchange = {
  readonly name: string;
  readonly after?: string;
  readonly sends: string;
  readonly gets: string;
  readonly closes?: boolean;
};

const EXCHANGES: readonly Exchange[] = [
  { name: 'bind_transceiver 3.4', sends: transceiver, gets: boundResp },
  {
    name: 'bind_transmitter 3.3: no optional parameters in the answer',
    sends: bindWith('00000002', '33'),
    gets: pdu('80000002 00000000 00000001', text('hermod')),
  },
  {
    name: 'bind_receiver 5.0 is served as 3.4',
    sends: bindWith('00000001', '50'),
    gets: pdu('80000001 00000000 00000001', text('hermod'), '0210 0001 34'),
  },
  {
    name: 'bind with a wrong password: the status and no body, then the end',
    sends: pdu('00000009 00000000 00000007', text('conf'), text('secret09'), text(''), '34 00 00 00'),
    gets: pdu('80000009 0000000E 00000007'),
    closes: true,
  },
  {
    name: 'enquire_link before a bind',
    sends: pdu('00000015 00000000 00000002'),
    gets: pdu('80000015 00000000 00000002'),
  },
  {
    name: 'a submit before a bind',
    sends: submit('00000002', '48'),
    gets: pdu('80000004 00000004 00000002'),
  },
  {
    name: 'a submit, pipelined behind the bind',
    sends: transceiver + submit('00000002', '48656C6C6F'),
    gets: boundResp + pdu('80000004 00000000 00000002', uuid),
  },
  {
    name: 'submits are answered with their own numbers',
    after: transceiver,
    sends: submit('7FFFFFFF', '41'),
    gets: pdu('80000004 00000000 7FFFFFFF', uuid),
  },
  {
    name: 'a flash message',
    after: transceiver,
    sends: submit('00000002', '48', '10'),
    gets: pdu('80000004 00000104 00000002'),
  },
  {
    name: 'an empty text',
    after: transceiver,
    sends: submit('00000002', ''),
    gets: pdu('80000004 00000001 00000002'),
  },
  {
    name: 'half a bind',
    sends: pdu('00000009 00000000 00000001', text('conf')),
    gets: pdu('80000009 00000001 00000001'),
  },
  {
    name: 'half a submit',
    after: transceiver,
    sends: pdu('00000004 00000000 00000002', '00'),
    gets: pdu('80000004 00000001 00000002'),
  },
  {
    name: 'a text that runs over the end',
    after: transceiver,
    sends: pdu('00000004 00000000 00000002', addresses, '00 00 00 00 00 00 00 00 00 FF 41'),
    gets: pdu('80000004 00000001 00000002'),
  },
  {
    name: 'an optional parameter that runs over the end',
    after: transceiver,
    sends: pdu('00000004 00000000 00000002', addresses, '00 00 00 00 00 00 00 00 00 01 41 0204 0008 00'),
    gets: pdu('80000004 000000C0 00000002'),
  },
  {
    name: 'an unknown command',
    after: transceiver,
    sends: pdu('00000777 00000000 00000003'),
    gets: pdu('80000000 00000003 00000003'),
  },
  {
    name: 'a response without a request is ignored',
    after: transceiver,
    sends: pdu('80000005 00000000 00000009 00') + pdu('00000015 00000000 00000003'),
    gets: pdu('80000015 00000000 00000003'),
  },
  {
    name: 'a length of nothing: the borders are lost, and so is the link',
    after: transceiver,
    sends: `00000000${'00'.repeat(12)}`,
    gets: pdu('80000000 00000002 00000000'),
    closes: true,
  },
  {
    name: 'a length of two gigabytes',
    sends: `7FFFFFFF${'00'.repeat(12)}`,
    gets: pdu('80000000 00000002 00000000'),
    closes: true,
  },
  {
    name: 'a length of more than a text can have',
    sends: `00004001${'00'.repeat(12)}`,
    gets: pdu('80000000 00000002 00000000'),
    closes: true,
  },
  {
    name: 'query_sm of an unknown message',
    after: transceiver,
    sends: pdu('00000003 00000000 00000002', text('7'), '00 00 00'),
    gets: pdu('80000003 0000000C 00000002'),
  },
  {
    name: 'cancel_sm without an id',
    after: transceiver,
    sends: pdu('00000008 00000000 00000002', '00 00 00 00 00 00 00 00'),
    gets: pdu('80000008 00000011 00000002'),
  },
  {
    name: 'replace_sm without an id',
    after: transceiver,
    sends: pdu('00000007 00000000 00000002', '00 00 00 00 00 00 00 00 00'),
    gets: pdu('80000007 00000013 00000002'),
  },
  {
    name: 'submit_multi to two phones',
    after: transceiver,
    sends: pdu(
      `00000021 00000000 00000002 ${text('')} 05 00 ${text('Hermod')}`,
      `02 01 01 01 ${text('38640123456')} 01 01 01 ${text('38641123456')} 00 00 00 00 00 00 00 00 00 01 41`,
    ),
    gets: pdu('80000021 00000000 00000002', uuid, '00'),
  },
  {
    name: 'submit_multi to something that is neither phone nor list',
    after: transceiver,
    sends: pdu(`00000021 00000000 00000002 ${text('')} 05 00 ${text('Hermod')} 01 07 41 00`),
    gets: pdu('80000021 00000040 00000002'),
  },
  {
    name: 'data_sm',
    after: transceiver,
    sends: pdu(
      `00000103 00000000 00000002 ${text('')} 05 00 ${text('Hermod')} 01 01 ${text('38640123456')} 00 00 00 0424 0001 41`,
    ),
    gets: pdu('80000103 00000000 00000002', uuid),
  },
  {
    name: 'unbind',
    after: transceiver,
    sends: pdu('00000006 00000000 00000002'),
    gets: pdu('80000006 00000000 00000002'),
    closes: true,
  },
];

/** The received PDUs, without an enquire_link that the server may send in between on a slow machine. */
const withoutOurs = (bytes: string): string => bytes.replaceAll(/^00000010000000150{8}[0-9a-f]{8}/g, '');

test.each(EXCHANGES)('$name', async ({ after, sends, gets, closes }) => {
  const { socket, received, closed } = await rawSocket(smppPort);
  const came = () => withoutOurs(received().toString('hex'));
  const isAnswered = (octets: string) =>
    vi.waitFor(() => expect(came().length).toBeGreaterThanOrEqual(octets.length), {
      timeout: patienceMs,
      interval: 20,
    });
  const before = after === undefined ? '' : hex(boundResp);
  if (after !== undefined) socket.write(Buffer.from(hex(after), 'hex'));
  await isAnswered(before);
  socket.write(Buffer.from(hex(sends), 'hex'));
  await isAnswered(before + hex(gets));
  expect(came()).toMatch(new RegExp(`^${before}${hex(gets)}$`));
  if (closes) await closed;
});

test('a submit that arrives octet by octet is accepted', async () => {
  const { socket, received } = await rawSocket(smppPort);
  socket.setNoDelay(true);
  const bytes = Buffer.from(hex(transceiver + submit('00000002', '48656C6C6F')), 'hex');
  for (const octet of bytes) {
    socket.write(Buffer.from([octet]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const whole = hex(boundResp + pdu('80000004 00000000 00000002', uuid));
  await vi.waitFor(() => expect(received().toString('hex')).toMatch(new RegExp(`^${whole}$`)), { timeout: patienceMs });
});

test('only sent messages were charged', async () => {
  const { rows } = await db.query<{ messages: number; wrong: number }>(
    `SELECT (SELECT count(*)::integer FROM messages) AS messages,
       (SELECT count(*)::integer FROM accounts a WHERE balance <> (SELECT sum(amount) FROM ledger WHERE account_id = a.id)) AS wrong`,
  );
  expect(rows[0]).toEqual({ messages: 6, wrong: 0 });
});
