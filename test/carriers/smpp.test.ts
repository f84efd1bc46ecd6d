import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Problem } from '../../src/base/problem.ts';
import { smppCarrier } from '../../src/carriers/smpp/carrier.ts';
import { startSmsc } from '../../tools/smsc/smsc.ts';
import { CERT, KEY } from './certificate.ts';
import { conforms } from './conformance.ts';
import { connected, impatient, magicFates, urlOf } from './smsc-rig.ts';
import { joined, keysOf, message, ordinary, referencesOf, until, Witness } from './witness.ts';

describe.each(['?mode=transceiver', '?mode=pair'])('SMPP with %s', (query) => {
  conforms(async (events, { window = 50, answerDelayMs = 0, answerTimeoutMs = 2_000 }) => {
    const smsc = await startSmsc({ answerDelayMs, repeatDelayMs: 10, onSubmit: magicFates() });
    const session = { window, responseTimeoutMs: answerTimeoutMs, patienceMs: answerTimeoutMs };
    const carrier = smppCarrier(urlOf(smsc, query), events, { ...impatient, session });
    return {
      carrier,
      inbound: (sender, recipient, text, encoding) => smsc.deliver({ sender, recipient, text, encoding }),
      release: async () => {
        await carrier.stop(200);
        await smsc.stop(200);
      },
    };
  });
});

describe('the link', () => {
  it('settles every submit when cut during a full window, and reconnects', async () => {
    const witness = new Witness();
    const { smsc, carrier } = await connected(witness, { smsc: { answerDelayMs: 60_000 } });
    const results = Promise.all(Array.from({ length: 80 }, () => carrier.submit(message())));
    await until(() => smsc.counters.submits === 50);
    expect(carrier.room).toBe(0);
    smsc.drop();
    const kinds = (await results).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(50).fill('unanswered'), ...Array(30).fill('later')]);
    await until(() => smsc.counters.binds === 2 && carrier.state.up && carrier.room === 50);
    expect(witness.states.map(({ up }) => up)).toContain(false);
  });

  it('uses TLS, with a self-signed certificate only where that is allowed', async () => {
    const tls = { key: KEY, cert: CERT };
    const { smsc, carrier } = await connected(new Witness(), {
      smsc: { tls },
      scheme: 'smpps',
      query: '?verify=false',
    });
    expect(await carrier.submit(message())).toMatchObject({ kind: 'accepted' });
    const careful = smppCarrier(urlOf(smsc, '', 'smpps'), new Witness(), impatient);
    onTestFinished(() => careful.stop(200));
    await until(() => careful.state.detail.includes('certificate'));
    expect(careful).toMatchObject({ room: 0, state: { up: false } });
  });

  it('postpones submits while it is down, with the reason', async () => {
    const witness = new Witness();
    const smsc = await startSmsc({ systemId: 'esme', password: 'another' });
    onTestFinished(() => smsc.stop(200));
    const carrier = smppCarrier(urlOf(smsc), witness, impatient);
    onTestFinished(() => carrier.stop(200));
    expect(carrier.state).toEqual({ up: false, detail: `connecting to 127.0.0.1:${smsc.port}` });
    await until(() => witness.states.length > 3);
    const result = await carrier.submit(message());
    expect(result).toMatchObject({ kind: 'later', throttled: false });
    expect(carrier.room).toBe(0);
    const said = JSON.stringify([witness.states, result]);
    expect(said).toContain('waiting 1 s: bind refused: ESME_RBINDFAIL');
    expect(said).toContain(`connecting again to 127.0.0.1:${smsc.port}: bind refused: ESME_RBINDFAIL`);
    expect(said).not.toContain('hunter2');
  });

  it('reports its address and system id once it is bound', async () => {
    const { smsc, carrier } = await connected(new Witness());
    expect(carrier.state).toEqual({ up: true, detail: `bound to 127.0.0.1:${smsc.port} as esme` });
  });

  it('is down while one bind of a pair is missing', async () => {
    const witness = new Witness();
    const { smsc, carrier } = await connected(witness, {
      query: '?mode=pair',
      smsc: { session: { enquireLinkMs: 50 } },
    });
    expect(smsc.counters.binds).toBe(2);
    smsc.drop();
    await until(() => witness.states.some(({ detail }) => /^(transmitter|receiver) (waiting|connecting)/.test(detail)));
    await until(() => carrier.state.up);
  });

  it('rejects an invalid URL with an error that omits its password', () => {
    expect(() => smppCarrier('smpp://a:hunter2@c?window=0', new Witness())).toThrow(Problem);
    expect(() => smppCarrier('smpp://a:hunter2@c?window=0', new Witness())).toThrow(/^(?!.*hunter2)/);
  });

  it('can be stopped while its bind is unanswered', async () => {
    const mute = createServer((socket) => socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const carrier = smppCarrier(`smpp://esme:x@127.0.0.1:${(mute.address() as AddressInfo).port}`, new Witness());
    await sleep(20);
    await carrier.stop(100);
    expect(carrier.state).toEqual({ up: false, detail: 'stopped' });
    mute.close();
  });
});

describe('deliveries', () => {
  it('are acknowledged only once they are stored', async () => {
    const witness = new Witness();
    const stored = Promise.withResolvers<void>();
    let heard = false;
    witness.onReceipt = () => {
      heard = true;
      return stored.promise;
    };
    const { smsc, carrier } = await connected(witness);
    await carrier.submit(message());
    await until(() => heard);
    // As long as a premature acknowledgement would take.
    await sleep(20);
    expect(smsc.counters).toMatchObject({ receiptsAcknowledged: 0, receipts: 0 });
    stored.resolve();
    await until(() => smsc.counters.receiptsAcknowledged === 1);
  });

  it('that cannot be stored remain at the SMSC', async () => {
    const witness = new Witness();
    witness.failures = 2;
    const { smsc, carrier } = await connected(witness);
    const [inbound] = await smsc.deliver({ sender: ordinary, recipient: '4567', text: 'Hi', encoding: 'GSM-7' });
    expect(inbound).toMatchObject({ kind: 'answered', response: { status: 0x64 } });
    await carrier.submit(message());
    await until(() => smsc.counters.receiptsAcknowledged === 1);
    expect(smsc.counters).toMatchObject({ receiptsRepeated: 1 });
  });

  it('that change nothing are acknowledged too', async () => {
    const witness = new Witness();
    const { smsc, carrier } = await connected(witness, { smsc: { states: { ENROUTE: 1 } } });
    await carrier.submit(message());
    await until(() => smsc.counters.receiptsAcknowledged === 1);
    expect(witness.receipts).toMatchObject([{ outcome: 'no change' }]);
  });

  it.each(['udh8', 'udh16', 'sar', 'payload'] as const)('arrive complete by %s', async (multipart) => {
    const witness = new Witness();
    const { smsc } = await connected(witness);
    const text = 'Dober dan, čšž. '.repeat(12);
    await smsc.deliver({ sender: ordinary, recipient: '4567', text, encoding: 'UCS-2', multipart, reference: 7 });
    expect(joined(witness.inbounds)).toBe(text);
    const expected = { udh8: 7, udh16: 0x1_0007, sar: 0x2_0007, payload: undefined }[multipart];
    expect(witness.inbounds[0]!.concatenation?.reference).toBe(expected);
  });

  it('are also accepted as data_sm', async () => {
    const witness = new Witness();
    const { smsc } = await connected(witness);
    const pdu = { command: 'data_sm', source_addr: '4567', tlvs: { message_payload: Buffer.from('Hi') } } as const;
    expect(await smsc.send(pdu)).toMatchObject({ kind: 'answered', response: { command: 'data_sm_resp', status: 0 } });
    expect(joined(witness.inbounds)).toBe('Hi');
  });

  it('match the hexadecimal id of a response with the decimal one of a receipt', async () => {
    const witness = new Witness();
    const { carrier } = await connected(witness, { smsc: { ids: 'hex-decimal' } });
    const results = await Promise.all(Array.from({ length: 20 }, () => carrier.submit(message())));
    await until(() => witness.receipts.length === 20);
    const keys = witness.receipts.flatMap(keysOf);
    for (const result of results) expect(keys).toContain(referencesOf(result)[0]);
  });
});

it('a response after the timeout settles its submit as accepted', async () => {
  // The same timeout applies to the bind, which has to succeed at the first attempt on a busy machine too.
  const session = { responseTimeoutMs: 1_000 };
  const { smsc, carrier } = await connected(new Witness(), { smsc: { answerDelayMs: 1_500 }, options: { session } });
  expect(await carrier.submit(message())).toMatchObject({ kind: 'accepted' });
  expect(smsc.counters).toMatchObject({ submits: 1, binds: 1 });
  expect(carrier).toMatchObject({ room: 50, state: { up: true } });
});
