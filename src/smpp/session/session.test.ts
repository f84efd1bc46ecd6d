import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { decode, encode, type Pdu, type PduInput } from '../protocol/pdu.ts';
import { statusCode } from '../protocol/status.ts';
import { SmppSession } from './session.ts';
import type { IncomingRequest, ResponsePdu, SessionEvents, SessionSettings } from './session-events.ts';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Two ends of a real connection. */
async function sockets(): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [there] = (await once(server, 'connection')) as [Socket];
  server.close();
  open.push(here, there);
  there.on('error', () => undefined);
  return [here, there];
}

const ok: SessionEvents = {
  onRequest: async (pdu) => ({ command: `${pdu.command}_resp`, message_id: '1' }) as ResponsePdu,
};
const silent: SessionEvents = { onRequest: () => new Promise(() => undefined) };

async function pair(
  settings: Partial<SessionSettings>,
  peer: SessionEvents = ok,
  events: SessionEvents = ok,
): Promise<[SmppSession, SmppSession]> {
  const [here, there] = await sockets();
  return [new SmppSession(here, events, settings), new SmppSession(there, peer, {})];
}

const submit: PduInput<'submit_sm'> = {
  command: 'submit_sm',
  destination_addr: '38640123456',
  short_message: Buffer.from('hello'),
};

/** A peer that is only a socket: what it got, and what it says. */
async function rawPeer(settings: Partial<SessionSettings>, events: SessionEvents = ok) {
  const [here, there] = await sockets();
  const received: Pdu[] = [];
  let rest = Buffer.alloc(0);
  there.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 16 && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      received.push(decode(Buffer.from(rest.subarray(0, length))));
      rest = rest.subarray(length);
    }
  });
  return { session: new SmppSession(here, events, settings), peer: there, received };
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 120_000; !condition(); await sleep(2)) {
    if (performance.now() > end) throw new Error('it never came true');
  }
}

describe('requests', () => {
  it('are answered, each with its own answer, in whatever order', async () => {
    const peer: SessionEvents = {
      onRequest: async (pdu) => {
        const id = (pdu as Pdu<'submit_sm'>).destination_addr;
        await sleep(Math.max(0, 10 - Number(id)));
        return { command: 'submit_sm_resp', message_id: id };
      },
    };
    const [session] = await pair({}, peer);
    const numbers = Array.from({ length: 10 }, (_, i) => String(i));
    const outcomes = await Promise.all(
      numbers.map((destination_addr) => session.request({ command: 'submit_sm', destination_addr })),
    );
    expect(outcomes.map((outcome) => outcome.kind === 'answered' && outcome.response.message_id)).toEqual(numbers);
  });

  it('wait in line while the window is full', async () => {
    const held: (() => void)[] = [];
    let most = 0;
    const peer: SessionEvents = {
      onRequest: async () => {
        await new Promise<void>((resolve) => {
          most = Math.max(most, held.push(resolve));
        });
        return { command: 'submit_sm_resp' };
      },
    };
    const [session] = await pair({ window: 5 }, peer);
    const outcomes = Promise.all(Array.from({ length: 23 }, () => session.request(submit)));
    await until(() => held.length === 5);
    expect(session.room).toBe(0);
    expect(session.inFlight).toBe(5);
    const release = setInterval(() => {
      for (const resolve of held.splice(0)) resolve();
    }, 1);
    expect((await outcomes).every(({ kind }) => kind === 'answered')).toBe(true);
    clearInterval(release);
    expect(most).toBe(5);
    expect(session.room).toBe(5);
  });

  it('wait for an answer that is late while the peer lives, and keep their places', async () => {
    const peer: SessionEvents = {
      onRequest: async () => {
        await sleep(200);
        return { command: 'submit_sm_resp', message_id: 'late' };
      },
    };
    const [session] = await pair({ window: 2, responseTimeoutMs: 50 }, peer);
    const outcomes = [session.request(submit), session.request(submit)];
    await sleep(100);
    expect(session.room).toBe(0);
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ response: { message_id: 'late' } });
    expect(session.room).toBe(2);
  });

  it('end with their link if none of them is answered, though enquire_link is', async () => {
    const [session] = await pair({ window: 2, responseTimeoutMs: 1_000, patienceMs: 50 }, silent);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => session.request(submit)));
    expect(outcomes.map((outcome) => outcome.kind === 'lost' && outcome.sent)).toEqual([true, true, false, false]);
    expect(await session.closed).toEqual({ kind: 'no responses' });
  });

  it('that are forgotten among others are given up one by one, and keep their places until the link is replaced', async () => {
    const { session, peer, received } = await rawPeer({ window: 4, patienceMs: 2_000, responseTimeoutMs: 5_000 });
    const answer = (pdu: Pdu) => peer.write(encode({ command: 'submit_sm_resp', message_id: '1' }, pdu.sequence));
    const forgotten = session.request(submit);
    await sleep(50);
    const another = session.request(submit);
    await until(() => received.length >= 2);
    answer(received[1]!);
    expect(await another).toMatchObject({ kind: 'answered' });
    expect(await forgotten).toEqual({ kind: 'timeout' });
    expect([session.room, session.isOpen]).toEqual([3, true]);

    const alsoForgotten = session.request(submit);
    await sleep(50);
    const last = session.request(submit);
    await until(() => received.length >= 4);
    answer(received[3]!);
    expect(await last).toMatchObject({ kind: 'answered' });
    expect(await alsoForgotten).toEqual({ kind: 'timeout' });
    expect([session.room, session.isOpen]).toEqual([0, false]);
    await until(() => received.length >= 5);
    peer.write(encode({ command: 'unbind_resp' }, received[4]!.sequence));
    expect(await session.closed).toEqual({ kind: 'window exhausted' });
  });

  it('report late responses', async () => {
    const late: Pdu[] = [];
    const { session, peer, received } = await rawPeer({}, { ...ok, onLateResponse: (pdu) => late.push(pdu) });
    const outcome = session.request(submit);
    await until(() => received.length >= 1);
    for (const message_id of ['first', 'second']) {
      peer.write(encode({ command: 'submit_sm_resp', message_id }, received[0]!.sequence));
    }
    expect(await outcome).toMatchObject({ response: { message_id: 'first' } });
    await until(() => late.length === 1);
    expect(late[0]).toMatchObject({ message_id: 'second' });
  });

  it('that do not fit a PDU never leave', async () => {
    const [session] = await pair({});
    const outcome = await session.request({ command: 'submit_sm', source_addr: 'x'.repeat(30) });
    expect(outcome).toMatchObject({ kind: 'invalid', error: { name: 'PduError' } });
    expect(await session.request(submit)).toMatchObject({ kind: 'answered' });
  });

  it('end with the answer to them and no other', async () => {
    const { session, peer, received } = await rawPeer({ responseTimeoutMs: 50 });
    const outcome = session.request(submit);
    await until(() => received.length >= 1);
    peer.write(encode({ command: 'enquire_link_resp' }, received[0]!.sequence));
    expect(await outcome).toEqual({ kind: 'lost', sent: true });
  });

  it('end with a generic_nack, or with an answer that cannot be read', async () => {
    const { session, peer, received } = await rawPeer({});
    const outcomes = [session.request(submit), session.request(submit)];
    await until(() => received.length >= 2);
    peer.write(encode({ command: 'generic_nack', status: 3 }, received[0]!.sequence));
    const answer = encode({ command: 'submit_sm_resp', message_id: '' }, received[1]!.sequence).subarray(0, 16);
    const endless = Buffer.concat([answer, Buffer.alloc(300, 'A')]);
    endless.writeUInt32BE(endless.length);
    peer.write(endless);
    expect(await outcomes[0]).toEqual({ kind: 'nacked', status: 3 });
    expect(await outcomes[1]).toMatchObject({ kind: 'unreadable', error: { commandStatus: 0 } });
  });
});

describe('a lost link', () => {
  it('settles all that was in flight and all that waited, and says which was which', async () => {
    let arrived = 0;
    const [session, peer] = await pair(
      { window: 20 },
      {
        onRequest: () => {
          arrived++;
          return new Promise(() => undefined);
        },
      },
    );
    const outcomes = Promise.all(Array.from({ length: 50 }, () => session.request(submit)));
    await until(() => arrived === 20);
    peer.socket.resetAndDestroy();
    const sent = (await outcomes).map((outcome) => outcome.kind === 'lost' && outcome.sent);
    expect(sent).toEqual([...Array(20).fill(true), ...Array(30).fill(false)]);
    expect(await session.closed).toMatchObject({ kind: 'socket error' });
    expect(await session.request(submit)).toEqual({ kind: 'lost', sent: false });
    expect(session.room).toBe(0);
  });

  it('in the middle of a PDU is no more than a lost link', async () => {
    const { session, peer } = await rawPeer({});
    peer.write(encode({ command: 'deliver_sm', short_message: Buffer.alloc(100) }, 1).subarray(0, 50));
    peer.end();
    expect(await session.closed).toEqual({ kind: 'closed by peer' });
  });
});

describe('incoming requests', () => {
  it('are answered when the handler is done, not before', async () => {
    const done: string[] = [];
    const commit: (() => void)[] = [];
    const { session, peer, received } = await rawPeer(
      {},
      {
        onRequest: async () => {
          await new Promise<void>((resolve) => commit.push(resolve));
          done.push('committed');
          return { command: 'deliver_sm_resp' };
        },
      },
    );
    peer.write(Buffer.concat([encode({ command: 'deliver_sm' }, 7), encode({ command: 'deliver_sm' }, 8)]));
    await until(() => commit.length === 2);
    await sleep(20);
    expect(received).toEqual([]);
    commit[1]!();
    await until(() => received.length >= 1);
    expect([done, received[0]!.sequence]).toEqual([['committed'], 8]);
    commit[0]!();
    await until(() => received.length >= 2);
    expect(received[1]).toMatchObject({ command: 'deliver_sm_resp', sequence: 7, status: 0 });
    expect(session.isOpen).toBe(true);
  });

  it.each<[string, (pdu: IncomingRequest) => Promise<ResponsePdu>]>([
    ['rejects', () => Promise.reject(new Error('no database'))],
    [
      'throws',
      () => {
        throw new Error('no sense');
      },
    ],
    ['answers something else', async () => ({ command: 'submit_sm_resp' })],
    ['answers what does not fit', async () => ({ command: 'deliver_sm_resp', message_id: 'x'.repeat(100) })],
  ])('get ESME_RSYSERR when the handler %s', async (_, onRequest) => {
    const errors: unknown[] = [];
    const { session, peer, received } = await rawPeer({}, { onRequest, onHandlerError: (error) => errors.push(error) });
    peer.write(encode({ command: 'deliver_sm' }, 7));
    await until(() => received.length >= 1);
    expect(received[0]).toMatchObject({ command: 'deliver_sm_resp', sequence: 7, status: statusCode('ESME_RSYSERR') });
    expect(errors).toHaveLength(1);
    expect(session.isOpen).toBe(true);
  });

  it('above the limit stay unread until there is room', async () => {
    let inHand = 0;
    let release = false;
    const { session, peer, received } = await rawPeer(
      { maxIncoming: 10, enquireLinkMs: 20, responseTimeoutMs: 20 },
      {
        onRequest: async () => {
          inHand++;
          await until(() => release);
          return { command: 'deliver_sm_resp' };
        },
      },
    );
    const one = encode({ command: 'deliver_sm', tlvs: { message_payload: Buffer.alloc(60_000) } }, 1);
    for (let i = 0; i < 100; i++) peer.write(one);
    await until(() => inHand >= 10);
    await sleep(100);
    expect(inHand).toBeLessThan(40);
    expect(session.isOpen).toBe(true);
    release = true;
    await until(() => received.filter(({ command }) => command === 'deliver_sm_resp').length === 100);
  });
});

describe('a peer that does not read', () => {
  it('gets no more requests than fit, and the rest once it reads again', async () => {
    const { session, peer, received } = await rawPeer({ window: 1_000, responseTimeoutMs: 5_000 });
    peer.pause();
    const big = { command: 'submit_sm', tlvs: { message_payload: Buffer.alloc(60_000) } } as const;
    for (let i = 0; i < 500; i++) void session.request(big);
    await sleep(100);
    const stuck = session.inFlight;
    expect(stuck).toBeLessThan(400);
    expect(session.room).toBe(0);
    expect(session.socket.writableLength).toBeLessThan(1_000_000);
    peer.resume();
    await until(() => received.length >= 500);
  });

  it('is cut off, for it answers no question either', async () => {
    const { session, peer } = await rawPeer({ enquireLinkMs: 30, responseTimeoutMs: 30, window: 500 });
    peer.pause();
    for (let i = 0; i < 200; i++) {
      void session.request({ command: 'submit_sm', tlvs: { message_payload: Buffer.alloc(60_000) } });
    }
    expect(await session.closed).toEqual({ kind: 'silent' });
  });
});

/** The peer receives this many requests and responds to each. */
async function answerQuestions(peer: Socket, received: readonly Pdu[], count: number): Promise<void> {
  const questions = () => received.filter(({ command }) => command === 'enquire_link');
  for (let answered = 0; answered < count; answered++) {
    await until(() => questions().length > answered);
    peer.write(encode({ command: 'enquire_link_resp' }, questions()[answered]!.sequence));
  }
}

describe('enquire_link', () => {
  it('is answered', async () => {
    const { peer, received } = await rawPeer({});
    peer.write(encode({ command: 'enquire_link' }, 99));
    await until(() => received.length >= 1);
    expect(received[0]).toMatchObject({ command: 'enquire_link_resp', sequence: 99 });
  });

  it('asks a silent peer, and keeps one that answers', async () => {
    const { session, peer, received } = await rawPeer({ enquireLinkMs: 15, responseTimeoutMs: 5_000 });
    await answerQuestions(peer, received, 4);
    expect(session.isOpen).toBe(true);
  });

  it('gives up after two without an answer', async () => {
    const { session, received } = await rawPeer({ enquireLinkMs: 20, responseTimeoutMs: 20 });
    expect(await session.closed).toEqual({ kind: 'silent' });
    expect(received.filter(({ command }) => command === 'enquire_link')).toHaveLength(2);
  });

  it('asks sooner and once if an answer is owed: the request was the first question', async () => {
    const { session, received } = await rawPeer({ enquireLinkMs: 60_000, responseTimeoutMs: 20 });
    const pending = session.request(submit);
    expect(await session.closed).toEqual({ kind: 'silent' });
    expect(received.filter(({ command }) => command === 'enquire_link')).toHaveLength(1);
    expect(await pending).toEqual({ kind: 'lost', sent: true });
  });

  it('gets through when the window is full', async () => {
    const { session, peer, received } = await rawPeer({ window: 1, enquireLinkMs: 15, responseTimeoutMs: 5_000 });
    void session.request(submit);
    void session.request(submit);
    await answerQuestions(peer, received, 2);
    expect(received.filter(({ command }) => command === 'submit_sm')).toHaveLength(1);
    expect(session.isOpen).toBe(true);
  });
});

describe('malformed PDUs', () => {
  const raw = (id: number, body: string, sequence = 9): Buffer => {
    const bytes = Buffer.concat([Buffer.alloc(16), Buffer.from(body, 'hex')]);
    for (const [i, value] of [bytes.length, id, 0, sequence].entries()) bytes.writeUInt32BE(value, i * 4);
    return bytes;
  };

  it.each([
    ['an unknown command', raw(0x777, ''), { command: 'generic_nack', status: 0x03, sequence: 9 }],
    ['a cut deliver_sm', raw(5, '0000'), { command: 'deliver_sm_resp', status: 0x01, sequence: 9 }],
    ['broken parameters', raw(3, '3700000000' + '0427'), { command: 'query_sm_resp', status: 0xc0, sequence: 9 }],
  ])('%s is answered, and the session continues', async (_, bytes, answer) => {
    const { session, peer, received } = await rawPeer({});
    peer.write(bytes);
    peer.write(encode({ command: 'enquire_link' }, 10));
    await until(() => received.length >= 2);
    expect(received[0]).toMatchObject(answer);
    expect(received[1]).toMatchObject({ command: 'enquire_link_resp' });
    expect(session.isOpen).toBe(true);
  });

  it('an unknown answer is not answered', async () => {
    const { peer, received } = await rawPeer({});
    peer.write(raw(0x80000777, ''));
    peer.write(encode({ command: 'enquire_link' }, 10));
    await until(() => received.length >= 1);
    expect(received[0]).toMatchObject({ command: 'enquire_link_resp' });
  });

  it.each([
    ['a length of 3', Buffer.from('00000003000000040000000000000001', 'hex')],
    ['a length of 2 GiB', Buffer.from('7fffffff000000040000000000000001', 'hex')],
    ['an HTTP client', Buffer.from('GET / HTTP/1.1\r\nHost: smsc\r\n\r\n')],
  ])('%s ends the link with a generic_nack', async (_, bytes) => {
    const malformed: unknown[] = [];
    const { session, peer, received } = await rawPeer({}, { ...ok, onMalformed: (error) => malformed.push(error) });
    const pending = session.request(submit);
    await until(() => received.length >= 1);
    peer.write(bytes);
    expect(await session.closed).toMatchObject({ kind: 'malformed', error: { recoverable: false } });
    expect(await pending).toEqual({ kind: 'lost', sent: true });
    await until(() => received.length >= 2);
    expect(received[1]).toMatchObject({ command: 'generic_nack', status: statusCode('ESME_RINVCMDLEN') });
    expect(malformed).toHaveLength(1);
  });
});

describe('unbind', () => {
  it('lets both sides finish, then says goodbye', async () => {
    const order: string[] = [];
    const { session, peer, received } = await rawPeer(
      {},
      {
        onRequest: async () => {
          await sleep(40);
          order.push('handled');
          return { command: 'deliver_sm_resp' };
        },
      },
    );
    const outcome = session.request(submit);
    peer.write(encode({ command: 'deliver_sm' }, 1));
    await until(() => received.length >= 1);
    await sleep(5);
    const unbound = session.unbind(1_000);
    expect(await session.request(submit)).toEqual({ kind: 'lost', sent: false });
    peer.write(encode({ command: 'submit_sm_resp', message_id: 'x' }, received[0]!.sequence));
    expect(await outcome).toMatchObject({ kind: 'answered' });
    await until(() => received.some(({ command }) => command === 'unbind'));
    expect(received.map(({ command }) => command)).toEqual(['submit_sm', 'deliver_sm_resp', 'unbind']);
    peer.write(encode({ command: 'unbind_resp' }, received[2]!.sequence));
    expect(await unbound).toEqual({ kind: 'unbound' });
    expect(order).toEqual(['handled']);
  });

  it('does not wait longer than its budget', async () => {
    const { session } = await rawPeer({}, silent);
    const pending = session.request(submit);
    expect(await session.unbind(50)).toEqual({ kind: 'closed' });
    expect(await pending).toEqual({ kind: 'lost', sent: true });
  });

  it('of the peer is answered, and ends the link', async () => {
    const [session, peer] = await pair({});
    expect(await peer.unbind(1_000)).toEqual({ kind: 'unbound' });
    expect(await session.closed).toEqual({ kind: 'unbound by peer' });
  });

  it('may be asked for twice', async () => {
    const [session] = await pair({});
    expect(await Promise.all([session.unbind(1_000), session.unbind(1_000)])).toEqual(
      Array(2).fill({ kind: 'unbound' }),
    );
  });
});

it('callbacks that throw do no harm', async () => {
  const bad = () => {
    throw new Error('bad callback');
  };
  const events = {
    ...ok,
    onRoom: bad,
    onMalformed: bad,
    onLateResponse: bad,
    onClose: bad,
    onHandlerError: bad,
  };
  const { session, peer, received } = await rawPeer({}, events);
  const noise = [
    encode({ command: 'outbind' }, 1),
    encode({ command: 'submit_sm_resp' }, 55),
    encode({ command: 'enquire_link' }, 3),
  ];
  peer.write(Buffer.concat(noise));
  await until(() => received.length >= 1);
  expect(session.isOpen).toBe(true);
  session.close();
  expect(await session.closed).toEqual({ kind: 'closed' });
});
