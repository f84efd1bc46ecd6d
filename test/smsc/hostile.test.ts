/** Hostile or broken clients: none of them prevents the service of another client, and every charge has its messages. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encode } from '../../src/smpp/protocol/pdu.ts';
import { isNightly } from '../harness/nightly.ts';
import { patienceMs, testTimeoutMs } from '../harness/patience.ts';
import { books, bound, credential, hello, rawSocket, smscService } from './rig.ts';

const { db, smppPort } = await smscService();
const silent = await Promise.all(Array.from({ length: 20 }, () => rawSocket(smppPort)));
const victim = await bound(smppPort, await credential(db));
const until = (condition: () => unknown) => vi.waitFor(condition, { timeout: patienceMs, interval: 50 });
const isServed = async () => expect((await victim.submit()).status).toBe('ESME_ROK');
const password = 'wrong';

test('a flood of enquire_link is answered at a limited rate, and a bound client is served', async () => {
  const { socket, received } = await rawSocket(smppPort);
  const one = encode({ command: 'enquire_link', sequence: 1 });
  socket.write(Buffer.concat(Array(5_000).fill(one)));
  await isServed();
  await until(() => expect(framesIn(received())).toBeGreaterThan(0));
  expect(framesIn(received())).toBeLessThan(5_000);
  socket.destroy();
});

test('a bound client is served beside a client that submits and reads no response', async () => {
  const login = await credential(db, { window: 10 });
  const { socket } = await rawSocket(smppPort);
  socket.write(
    encode(
      { command: 'bind_transmitter', system_id: login.systemId, password: login.password, interface_version: 0x34 },
      1,
    ),
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const submit = encode({ ...hello, short_message: Buffer.from('flood') }, 2);
  for (let count = 0; count < 2_000 && socket.writableLength < 2 ** 20; count++) socket.write(submit);
  await isServed();
  socket.destroy();
});

test('a bound client is served beside connections that send half a PDU and then nothing', async () => {
  for (const { socket } of silent) socket.write(Buffer.from('0000002f0000', 'hex'));
  await isServed();
});

test('of 130 idle connections of one address 30 or more are closed, not all; a bound client is served', async () => {
  const sockets = await Promise.all(Array.from({ length: 130 }, () => rawSocket(smppPort)));
  const ends = { count: 0 };
  for (const { closed } of sockets) void closed.then(() => ends.count++);
  await until(() => expect(ends.count).toBeGreaterThanOrEqual(30));
  expect(ends.count).toBeLessThan(100);
  await isServed();
  for (const { socket } of sockets) socket.destroy();
});

test('a bind that is reset before it is answered leaves nothing bound', async () => {
  const login = await credential(db, { maxBinds: 1 });
  const bind = encode(
    { command: 'bind_transceiver', system_id: login.systemId, password: login.password, interface_version: 0x34 },
    1,
  );
  for (let tries = 0; tries < 5; tries++) {
    const { socket } = await rawSocket(smppPort);
    socket.write(bind, () => socket.resetAndDestroy());
  }
  await until(async () => {
    const { rows } = await db.query('SELECT 1 FROM smpp_binds WHERE credential_id = $1', [login.credentialId]);
    expect(rows).toEqual([]);
  });
  await until(async () => expect((await bound(smppPort, login)).answer.status).toBe('ESME_ROK'));
});

test('concurrent binds wait for their credential on one connection to the database', async () => {
  const login = await credential(db, { maxBinds: 30 });
  await bound(smppPort, login);
  const { binds } = await db.transaction(async (tx) => {
    await tx.query('SELECT FROM smpp_credentials WHERE id = $1 FOR UPDATE', [login.credentialId]);
    const binds = Array.from({ length: 40 }, () => bound(smppPort, login));
    await until(async () => expect(await waitingForRow()).toBeGreaterThan(0));
    await isServed();
    expect(await waitingForRow()).toBe(1);
    return { binds };
  });
  const answers = await Promise.all(binds.map(async (bind) => (await bind).answer.status));
  expect(answers.filter((status) => status === 'ESME_ROK')).toHaveLength(29);
  expect(answers.filter((status) => status === 'ESME_RBINDFAIL')).toHaveLength(11);
});

async function waitingForRow(): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.waiting;
}

/** Valid PDUs with octets changed, cut off or added; and random octets. */
function mangled(login: { systemId: string; password: string }): fc.Arbitrary<Buffer> {
  const id = '01900000-0000-7000-8000-000000000000';
  const sound = [
    encode({ ...hello, short_message: Buffer.from('fuzz') }, 2),
    encode({ ...hello, esm_class: 0x40, short_message: Buffer.from('050003010201fuzz', 'latin1') }, 3),
    encode({ ...hello, tlvs: { message_payload: Buffer.from('fuzz'), user_message_reference: 1 } }, 4),
    encode({ command: 'data_sm', source_addr: 'Hermod', destination_addr: '38640123456' }, 5),
    encode(
      {
        command: 'submit_multi',
        source_addr: 'Hermod',
        dest_address: [{ flag: 1, ton: 1, npi: 1, address: '38640123456' }],
      },
      6,
    ),
    encode({ command: 'query_sm', message_id: id }, 7),
    encode({ command: 'cancel_sm', message_id: id }, 8),
    encode({ command: 'replace_sm', message_id: id, short_message: Buffer.from('x') }, 9),
    encode({ command: 'deliver_sm_resp' }, 10),
    encode({ command: 'bind_transceiver', system_id: login.systemId, password }, 11),
    encode({ command: 'enquire_link' }, 12),
    encode({ command: 'alert_notification' }, 13),
    encode({ command: 'outbind', system_id: 'x' }, 14),
  ];
  const change = fc.record({ at: fc.nat(80), octet: fc.integer({ min: 0, max: 255 }) });
  // An invalid PDU ends the connection, and with it all later PDUs.
  const keepsLength = fc.integer({ min: 0, max: 199 }).map((chance) => chance > 0);
  const changed = fc
    .tuple(fc.constantFrom(...sound), fc.array(change, { maxLength: 4 }), fc.integer({ min: -6, max: 6 }), keepsLength)
    .map(([pdu, changes, resize, isHonest]) => {
      const bytes =
        resize < 0
          ? Buffer.from(pdu.subarray(0, Math.max(16, pdu.length + resize)))
          : Buffer.concat([pdu, Buffer.alloc(resize)]);
      for (const { at, octet } of changes) if (at >= 8) bytes[8 + (at % (bytes.length - 8))] = octet;
      if (isHonest) bytes.writeUInt32BE(bytes.length);
      return bytes;
    });
  return fc.oneof(
    { weight: 200, arbitrary: changed },
    { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 60 }).map((array) => Buffer.from(array)) },
  );
}

const waitingMs = 200;
const lastSequence = 0x7abcdef0;
const lastAnswer = encode({ command: 'enquire_link_resp' }, lastSequence);

function framesIn(bytes: Buffer): number {
  let frames = 0;
  for (let at = 0; at + 4 <= bytes.length; at += Math.max(16, bytes.readUInt32BE(at))) frames += 1;
  return frames;
}

/** `FUZZ=1000000 npx vitest run test/smsc/hostile.test.ts` sends a million. */
const count = Number(process.env['FUZZ'] ?? (isNightly ? 20_000 : 4_000));
/** Fewer PDUs than a connection may send in a second without a delay. */
const inOne = 90;
const concurrency = 8;

test(`${count} mangled PDUs close only their own connections, and every charge has its message`, {
  timeout: Math.max(testTimeoutMs, count * 10),
}, async () => {
  const login = await credential(db, { window: 1000, maxBinds: 1000 });
  const bind = encode(
    { command: 'bind_transceiver', system_id: login.systemId, password: login.password, interface_version: 0x34 },
    1,
  );
  const seed = Number(process.env['FUZZ_SEED'] ?? randomBytes(4).readInt32BE());
  const some = mangled(login);
  let answers = 0;
  const play = async (round: number): Promise<void> => {
    const pdus = fc.sample(some, { numRuns: inOne, seed: seed + round });
    const { socket, received, closed } = await rawSocket(smppPort);
    socket.write(Buffer.concat([bind, ...pdus, encode({ command: 'enquire_link' }, lastSequence)]));
    // It is closed at an unreadable PDU, reads up to the last one, or waits for the rest of one whose length is wrong.
    let silence: NodeJS.Timeout | undefined;
    socket.on('data', () => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.end(), waitingMs);
      if (received().includes(lastAnswer)) socket.end(encode({ command: 'unbind' }, 99));
    });
    const isStuck = setTimeout(() => socket.destroy(new Error(`seed ${seed + round}`)), patienceMs);
    await closed;
    clearTimeout(isStuck);
    clearTimeout(silence);
    expect(socket.errored?.message ?? '').not.toContain('seed');
    answers += framesIn(received());
  };
  let round = 0;
  const playInTurn = async () => {
    while (round * inOne < count) await play(round++);
  };
  await Promise.all(Array.from({ length: concurrency }, playInTurn));
  // Late and lost responses (of closed connections) are not counted; there are more responses than binds in any case.
  expect(answers).toBeGreaterThan((2 * count) / inOne);
  await isServed();
  const { balance, ledger } = await books(db);
  expect(balance).toBe(ledger);
  const { rows } = await db.query<{ wrong: number }>(
    `SELECT count(*)::integer AS wrong FROM ledger l WHERE kind = 'charge'
       AND -amount IS DISTINCT FROM (SELECT sum(price) FROM messages m WHERE m.account_id = l.account_id AND m.submission_id = l.id)`,
  );
  expect(rows[0]).toEqual({ wrong: 0 });
});

test('connections that sent half a PDU are closed', async () => {
  await Promise.all(silent.map(({ closed }) => closed));
});
