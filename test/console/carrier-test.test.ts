/** Trying the address of a carrier before it is saved, against real SMSCs and what is none; and asking which way a number would go. */
import { createServer, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { testBind } from '../../src/carriers/smpp/connection-test.ts';
import { readSettings } from '../../src/carriers/smpp/settings.ts';
import { responseName } from '../../src/smpp/protocol/commands.ts';
import type { PduInput } from '../../src/smpp/protocol/pdu.ts';
import { statusCode } from '../../src/smpp/protocol/status.ts';
import type { RequestOutcome as Outcome } from '../../src/smpp/session/requests.ts';
import { SmppSession } from '../../src/smpp/session/session.ts';
import type { ResponsePdu } from '../../src/smpp/session/session-events.ts';
import { CERT, KEY } from '../carriers/certificate.ts';
import { addCarrier, peer, until } from '../dispatch/carrier.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const call = operator(service);
const secret = 'hunter2x';
const smsc = await peer({ systemId: 'esme', password: secret });
const secure = await peer({ systemId: 'esme', password: secret, tls: { key: KEY, cert: CERT } });

type Trial = {
  ok: boolean;
  milliseconds: number;
  steps: { step: string; ok: boolean; text: string }[];
  advice?: string;
};
const attempt = (body: object) => call({ path: '/carriers/test', body });
const trial = async (url: string) => (await attempt({ url })).body as Trial;
const address = (port: number, { scheme = 'smpp', user = 'esme', password = secret, query = '' } = {}) =>
  `${scheme}://${user}:${password}@127.0.0.1:${port}${query}`;
const receipt: PduInput<'deliver_sm'> = {
  command: 'deliver_sm',
  source_addr: '38640123456',
  destination_addr: 'Shop',
  short_message: Buffer.from('id:1 stat:DELIVRD'),
};
const stepsOf = ({ steps }: Trial) => steps.map(({ step, ok }) => `${step} ${ok}`);

/** A peer that treats each connection as the test says. */
async function listener(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as { port: number }).port;
}

describe('a test of an address', () => {
  test('binds for real, asks, and says goodbye; nothing is stored', async () => {
    const before = smsc.counters.binds;
    const result = await trial(address(smsc.port));
    expect(result).toMatchObject({ ok: true, milliseconds: expect.any(Number) });
    expect(result).not.toHaveProperty('advice');
    expect(stepsOf(result)).toEqual(['connect true', 'bind true', 'enquire true']);
    expect(smsc.counters.binds).toBe(before + 1);
    const named = await trial(`smpp://esme:${secret}@localhost:${smsc.port}?mode=pair`);
    expect(named.steps[0]).toMatchObject({ step: 'resolve', ok: true });
    expect(named.steps.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Bound as transmitter', 'Bound as receiver']),
    );
    expect((await call({ path: '/carriers' })).body).toEqual({ carriers: [] });
    expect((await call({ path: '/audit' })).text).not.toContain('127.0.0.1');
  });

  test('what is delivered meanwhile is not taken: it is delivered again to the process that stores it', async () => {
    const answers: Promise<Outcome>[] = [];
    const port = await listener((socket) => {
      const session = new SmppSession(socket, {
        onRequest: async ({ command }) => {
          // Behind the answer to the bind, which leaves first.
          setImmediate(() => answers.push(session.ask(receipt)));
          return { command: responseName(command) } as ResponsePdu;
        },
      });
    });
    expect(await trial(address(port))).toMatchObject({ ok: true });
    const [answer] = await Promise.all(answers);
    expect(answer).toMatchObject({ kind: 'answered', response: { status: statusCode('ESME_RX_T_APPN') } });
  });

  test.each<[string, string, string[], RegExp, RegExp]>([
    [
      'a wrong password',
      address(smsc.port, { password: 'wrong' }),
      ['connect true', 'bind false'],
      /ESME_RINVPASWD|ESME_RBINDFAIL/,
      /password/,
    ],
    [
      'a wrong system_id',
      address(smsc.port, { user: 'unknown' }),
      ['connect true', 'bind false'],
      /unknown|ESME_RBINDFAIL/,
      /system_id/,
    ],
    [
      'a host that there is not',
      'smpp://esme:x@no-such-host.invalid:2775',
      ['resolve false'],
      /no-such-host/,
      /typing mistake|DNS/,
    ],
    [
      'TLS with an untrusted certificate',
      address(secure.port, { scheme: 'smpps' }),
      ['connect true', 'tls false'],
      /certificate/,
      /verify=false/,
    ],
    [
      'SMPP where there is TLS',
      address(secure.port),
      ['connect true', 'bind false'],
      /TLS|closed the connection/,
      /smpps:\/\//,
    ],
    [
      'TLS where there is SMPP',
      address(smsc.port, { scheme: 'smpps' }),
      ['connect true', 'tls false'],
      /TLS/,
      /smpp:\/\//,
    ],
  ])('%s', async (_, url, steps, text, advice) => {
    const result = await trial(url);
    expect(stepsOf(result)).toEqual(steps);
    expect(result).toMatchObject({ ok: false, advice: expect.stringMatching(advice) });
    expect(result.steps.at(-1)!.text).toMatch(text);
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  test('TLS with verify=false', async () => {
    const result = await trial(address(secure.port, { scheme: 'smpps', query: '?verify=false' }));
    expect(stepsOf(result)).toEqual(['connect true', 'tls true', 'bind true', 'enquire true']);
  });

  test('a port without a listener, one that hangs up, and one that speaks HTTP', async () => {
    const closed = await listener((socket) => socket.destroy());
    const web = await listener((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await trial(address(1))).toMatchObject({ ok: false, advice: expect.stringContaining('port') });
    expect(await trial(address(closed))).toMatchObject({ ok: false, advice: expect.stringContaining('allowed') });
    expect((await trial(address(web))).steps.at(-1)).toMatchObject({
      step: 'bind',
      text: expect.stringContaining('no SMPP'),
    });
  });

  test('a peer that is silent, at every step, is given up in time', async () => {
    const mute = await listener(() => {});
    const budgetMs = 300;
    const plain = await testBind(readSettings(address(mute)), budgetMs);
    expect(plain).toMatchObject({ ok: false, steps: [{ ok: true }, { step: 'bind', ok: false }] });
    expect(plain.advice).toContain('smpps://');
    const tls = await testBind(readSettings(address(mute, { scheme: 'smpps' })), budgetMs);
    expect(tls).toMatchObject({
      steps: [{ ok: true }, { step: 'tls', ok: false }],
      advice: expect.stringContaining('smpp://'),
    });
  });

  test('one at a time', async () => {
    const sockets: Socket[] = [];
    const mute = await listener((socket) => sockets.push(socket));
    const first = trial(address(mute));
    await until(() => sockets.length === 1);
    const second = await attempt({ url: address(smsc.port) });
    expect(second).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Another test is under way') },
    });
    sockets[0]!.destroy();
    expect(await first).toMatchObject({ ok: false });
    expect(await trial(address(smsc.port))).toMatchObject({ ok: true });
  });

  test('of a carrier that there is, with its password or a new one', async () => {
    const body = { name: 'North', url: address(smsc.port), enabled: false };
    const { carrierId, url } = (await call({ path: '/carriers', body })).body as { carrierId: string; url: string };
    expect(url).not.toContain(secret);
    expect((await attempt({ carrierId })).body).toMatchObject({ ok: true });
    expect((await attempt({ carrierId, url: `${url}?window=5` })).body).toMatchObject({ ok: true });
    expect((await attempt({ carrierId, url: address(smsc.port, { password: 'new' }) })).body).toMatchObject({
      ok: false,
    });
    // The password goes to the host that it is for, and to no other.
    const elsewhere = await attempt({ carrierId, url: 'smpp://esme@elsewhere.example:2775' });
    expect(elsewhere).toMatchObject({ status: 400, body: { error: expect.stringContaining('needs its password') } });
    expect(await attempt({ carrierId: newId() })).toMatchObject({ status: 404 });
    expect((await attempt({ url: 'simulator:' })).body).toMatchObject({ ok: true });
    await call({ method: 'DELETE', path: `/carriers/${carrierId}` });
  });

  test('of a generic one, with a description that is not stored yet', async () => {
    const port = await listener((socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'));
    const url = `http+generic://u:${secret}@127.0.0.1:${port}?allow=127.0.0.0/8`;
    const description = { method: 'POST', path: '/send', answer: { reference: { body: true } } };
    expect((await attempt({ url, description })).body).toMatchObject({ ok: true });
    expect(await attempt({ url })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('needs one') },
    });
    const wrong = await attempt({ url, description: { ...description, headers: { x: '{unknown}' } } });
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('{unknown}') } });
  });

  test.each([
    {},
    { url: 'http://example.com' },
    { url: `smpp://a:${secret}@h/x` },
    { url: 5 },
    { carrierId: 'x' },
    { uri: 'x' },
  ])('with %j it is refused', async (body) => {
    const answer = await attempt(body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^error: 400/) } });
    expect(answer.text).not.toContain(secret);
  });
});

describe('which way would a number go', () => {
  type Told = {
    outcome: string;
    carrier?: string;
    text: string;
    candidates: { carrier: string; chosen: boolean; text: string }[];
  };
  const explain = async (destination: string) =>
    (await call({ path: `/routes/explain?destination=${encodeURIComponent(destination)}` })).body as Told;

  test('by routes and connections of this moment', async () => {
    expect(await explain('+38640123456')).toMatchObject({ outcome: 'waits', country: 'SI', candidates: [] });
    const connected = await addCarrier(service.db, address(smsc.port), [{ country: 'SI', priority: 5 }]);
    const down = await addCarrier(service.db, address(1), [{ priority: 1 }]);
    await until(async () => (await explain('+38640123456')).outcome === 'carrier');
    const told = await explain('+38640123456');
    expect(told).toMatchObject({
      carrier: `carrier ${connected}`,
      carrierId: connected,
      text: expect.stringContaining('The message is sent through'),
    });
    expect(told.candidates).toMatchObject([
      { carrierId: down, fits: true, up: false, chosen: false, text: expect.stringContaining('not connected') },
      { carrierId: connected, fits: true, up: true, chosen: true, priority: 5, country: 'SI', prefix: null },
    ]);
    // A + that is not encoded arrives as a space.
    expect((await call({ path: '/routes/explain?destination=+38640123456' })).body).toEqual(told);
    expect(await explain('+4366412345678')).toMatchObject({ outcome: 'waits', carrierId: down, country: 'AT' });
    await call({ method: 'PATCH', path: `/carriers/${down}`, body: { enabled: false } });
    expect(await explain('+4366412345678')).toMatchObject({
      outcome: 'nowhere',
      text: expect.stringContaining('disabled'),
    });
  });

  test.each(['', '386', '+386', 'x', '%00'])('%j is not a number', async (destination) => {
    expect(await call({ path: `/routes/explain?destination=${destination}` })).toMatchObject({ status: 400 });
  });
});
