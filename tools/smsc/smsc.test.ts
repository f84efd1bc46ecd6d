import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { InboundEvent, ReceiptEvent } from '../../src/carriers/carrier.ts';
import { SmppLink } from '../../src/carriers/smpp/link.ts';
import { submitKey } from '../../src/carriers/smpp/message-id.ts';
import { type ReadDelivery, readDelivery } from '../../src/carriers/smpp/receipt.ts';
import { readText } from '../../src/domain/text/alphabet.ts';
import type { Pdu, PduInput } from '../../src/smpp/protocol/pdu.ts';
import { statusName } from '../../src/smpp/protocol/status.ts';
import { type BindTarget, bind } from '../../src/smpp/session/bind.ts';
import type { SmppSession } from '../../src/smpp/session/session.ts';
import { type IncomingRequest, SESSION_DEFAULTS, type SessionEvents } from '../../src/smpp/session/session-events.ts';
import type { SmscOptions } from './options.ts';
import { type Smsc, startSmsc } from './smsc.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

type Connected = { smsc: Smsc; link: SmppLink; deliveries: ReadDelivery[] };

/** Takes what is delivered and never acknowledges it. */
const deaf: SessionEvents = { onRequest: () => new Promise(() => undefined) };

const targetOf = ({ port }: Smsc): BindTarget => ({
  host: '127.0.0.1',
  port,
  tls: false,
  verify: true,
  systemId: 'esme',
  password: 'secret',
  systemType: '',
  addressRange: '',
});

function esme(smsc: Smsc): { link: SmppLink; deliveries: ReadDelivery[] } {
  const deliveries: ReadDelivery[] = [];
  const link = new SmppLink(
    { ...targetOf(smsc), mode: 'transceiver' },
    {
      onRequest: async (pdu) => {
        deliveries.push(
          readDelivery(pdu as Pdu<'deliver_sm'>, {
            alphabet: 'gsm',
            unflaggedReceipts: true,
            country: 'SI',
            ids: 'auto',
          }),
        );
        return { command: 'deliver_sm_resp' };
      },
    },
  );
  stops.push(() => link.stop(200));
  return { link, deliveries };
}

async function connected(options: SmscOptions = {}): Promise<Connected> {
  const smsc = await startSmsc(options);
  stops.push(() => smsc.stop(200));
  const { link, deliveries } = esme(smsc);
  await until(() => link.state.up);
  return { smsc, link, deliveries };
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 120_000; !condition(); await sleep(2)) {
    if (performance.now() > end) throw new Error('it never came true');
  }
}

const submit: PduInput<'submit_sm'> = {
  command: 'submit_sm',
  source_addr_ton: 5,
  source_addr: 'Hermod',
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: '38640123456',
  registered_delivery: 1,
  short_message: Buffer.from('Hello'),
};

async function statuses(link: SmppLink, count: number): Promise<Record<string, number>> {
  const outcomes = await Promise.all(Array.from({ length: count }, () => link.request(submit)));
  const found: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = outcome.kind === 'answered' ? statusName(outcome.response.status) : outcome.kind;
    found[name] = (found[name] ?? 0) + 1;
  }
  return found;
}

const receiptsOf = (deliveries: ReadDelivery[]): ReceiptEvent[] =>
  deliveries.flatMap((delivery) => (delivery.kind === 'receipt' ? [delivery.receipt] : []));

describe('submits', () => {
  it.each(['decimal', 'hex', 'hex-decimal'] as const)('get ids in %s that their receipts match', async (ids) => {
    const { link, deliveries } = await connected({ ids });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => link.request(submit)));
    await until(() => deliveries.length === 30);
    const keys = receiptsOf(deliveries).flatMap((receipt) => receipt.keys);
    for (const outcome of outcomes) {
      const id = outcome.kind === 'answered' ? outcome.response.message_id : '';
      expect(keys.map(({ key }) => key)).toContain(submitKey(id, 'auto'));
    }
  });

  it('fail at the given rates', async () => {
    const { link, smsc } = await connected({ errors: { ESME_RMSGQFUL: 0.3, ESME_RINVDSTADR: 0.2 } });
    const found = await statuses(link, 1_000);
    expect(found['ESME_RMSGQFUL']).toBeGreaterThan(200);
    expect(found['ESME_RINVDSTADR']).toBeGreaterThan(120);
    expect(found['ESME_ROK']).toBe(smsc.counters.accepted);
    expect(smsc.counters.submits).toBe(1_000);
  });

  it('are throttled above the rate', async () => {
    const { link, smsc } = await connected({ rate: 20 });
    const found = await statuses(link, 100);
    // The 100 may fall into two seconds.
    expect(found['ESME_ROK']).toBeLessThanOrEqual(40);
    expect(found['ESME_RTHROTTLED']).toBe(smsc.counters.throttled);
  });

  it('are answered after the delay', async () => {
    const { link } = await connected({ answerDelayMs: 50 });
    const started = performance.now();
    expect(await statuses(link, 50)).toEqual({ ESME_ROK: 50 });
    expect(performance.now() - started).toBeGreaterThan(45);
  });

  it('can be decided one by one', async () => {
    const { link, deliveries } = await connected({
      onSubmit: ({ destination_addr }) =>
        destination_addr.endsWith('1') ? { status: 'ESME_RINVDSTADR' } : { state: 'EXPIRED' },
    });
    expect(await link.request({ ...submit, destination_addr: '1' })).toMatchObject({ response: { status: 0x0b } });
    expect(await link.request({ ...submit, destination_addr: '2' })).toMatchObject({ response: { status: 0 } });
    await until(() => deliveries.length === 1);
    expect(receiptsOf(deliveries)[0]).toMatchObject({ text: expect.stringContaining('stat:EXPIRED'), error: '3:1' });
  });

  it('come by data_sm too', async () => {
    const { link } = await connected();
    const pdu = { command: 'data_sm', destination_addr: '1', tlvs: { message_payload: Buffer.from('x') } } as const;
    expect(await link.request(pdu)).toMatchObject({ kind: 'answered', response: { message_id: '1' } });
  });

  it('can be asked about and cancelled until their end', async () => {
    const { link, deliveries } = await connected({ receiptDelayMs: 60 });
    await link.request(submit);
    const query = () => link.request({ command: 'query_sm', message_id: '1' });
    expect(await query()).toMatchObject({ response: { status: 0, message_state: 1, final_date: '' } });
    expect(await link.request({ command: 'cancel_sm', message_id: '1' })).toMatchObject({ response: { status: 0 } });
    await until(() => deliveries.length === 1);
    expect(receiptsOf(deliveries)[0]).toMatchObject({
      outcome: 'failed',
      text: expect.stringContaining('stat:DELETED'),
    });
    expect(await query()).toMatchObject({ response: { message_state: 4 } });
    expect(await link.request({ command: 'cancel_sm', message_id: '1' })).toMatchObject({ response: { status: 0x11 } });
    expect(await link.request({ command: 'query_sm', message_id: '9' })).toMatchObject({ response: { status: 0x0c } });
  });
});

describe('receipts', () => {
  it.each(['text', 'parameters', 'both'] as const)('come as %s', async (receiptForm) => {
    const { link, deliveries } = await connected({ receiptForm, states: { UNDELIVERABLE: 1 } });
    await link.request(submit);
    await until(() => deliveries.length === 1);
    expect(receiptsOf(deliveries)[0]).toMatchObject({
      keys: [{ key: '1' }],
      outcome: 'failed',
      destination: '+38640123456',
    });
  });

  it('come only where asked for', async () => {
    const { link, deliveries } = await connected();
    for (const registered_delivery of [0, 2, 1]) await link.request({ ...submit, registered_delivery });
    await until(() => deliveries.length === 1);
    expect(receiptsOf(deliveries)[0]).toMatchObject({ keys: [{ key: '3' }] });
  });

  it('follow the given shares', async () => {
    const { link, deliveries } = await connected({ states: { DELIVERED: 0.5, REJECTED: 0.25, UNKNOWN: 0.25 } });
    await statuses(link, 400);
    await until(() => deliveries.length === 400);
    const outcomes = receiptsOf(deliveries).map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(['delivered', 'rejected', 'unknown']));
  });

  it('wait for a receiver', async () => {
    const smsc = await startSmsc();
    stops.push(() => smsc.stop(200));
    const attempt = await bind('transmitter', targetOf(smsc), deaf, SESSION_DEFAULTS, new AbortController().signal);
    if (!attempt.ok) throw new Error(attempt.reason);
    await attempt.session.request(submit);
    const { deliveries } = esme(smsc);
    await until(() => deliveries.length === 1 && smsc.counters.receiptsAcknowledged === 1);
    await attempt.session.unbind(200);
  });

  /** A receiver that answers no delivery. */
  async function silent(smsc: Smsc): Promise<{ session: SmppSession; unacknowledged: IncomingRequest[] }> {
    const unacknowledged: IncomingRequest[] = [];
    const events: SessionEvents = {
      onRequest: (pdu) => {
        unacknowledged.push(pdu);
        return new Promise(() => undefined);
      },
    };
    const attempt = await bind('transceiver', targetOf(smsc), events, SESSION_DEFAULTS, new AbortController().signal);
    if (!attempt.ok) throw new Error(attempt.reason);
    return { session: attempt.session, unacknowledged };
  }

  it('come again where the link was cut before they were acknowledged', async () => {
    const smsc = await startSmsc();
    stops.push(() => smsc.stop(200));
    const { session, unacknowledged } = await silent(smsc);
    await session.request(submit);
    await until(() => unacknowledged.length === 1);
    smsc.drop();
    await session.closed;
    const { deliveries } = esme(smsc);
    await until(() => deliveries.length === 1 && smsc.counters.receiptsAcknowledged === 1);
  });

  it('come again on another link that was bound before theirs was cut', async () => {
    const smsc = await startSmsc();
    stops.push(() => smsc.stop(200));
    const { session, unacknowledged } = await silent(smsc);
    const { deliveries } = esme(smsc);
    await until(() => smsc.receivers === 2);
    await session.request(submit);
    await session.request(submit);
    await until(() => unacknowledged.length === 1 && deliveries.length === 1);
    session.socket.destroy();
    await until(() => deliveries.length === 2 && smsc.counters.receiptsAcknowledged === 2);
  });
});

describe('inbound messages', () => {
  it.each(['udh8', 'udh16', 'sar', 'payload'] as const)('arrive in parts by %s', async (multipart) => {
    const { smsc, deliveries } = await connected();
    const text = 'Dober dan, čšž. '.repeat(12);
    const outcomes = await smsc.deliver({
      sender: '+38640123456',
      recipient: '4567',
      text,
      encoding: 'UCS-2',
      multipart,
    });
    expect(outcomes.every(({ kind }) => kind === 'answered')).toBe(true);
    const parts = deliveries.map((delivery) => (delivery as { inbound: InboundEvent }).inbound);
    expect(readText(Buffer.concat(parts.map(({ octets }) => octets)), 'ucs2')).toBe(text);
    expect(parts[0]).toMatchObject({ sender: '+38640123456', recipient: '4567' });
  });

  it('are refused while no client is bound', async () => {
    const smsc = await startSmsc();
    stops.push(() => smsc.stop());
    expect(await smsc.send({ command: 'deliver_sm' })).toEqual({ kind: 'lost', sent: false });
  });
});

describe('binds', () => {
  it('decide what may be sent', async () => {
    const { smsc, link } = await connected();
    expect(await link.request({ command: 'bind_transmitter' })).toMatchObject({ response: { status: 0x05 } });
    expect(await link.request({ command: 'deliver_sm' })).toMatchObject({ response: { status: 0x03 } });
    expect(smsc.receivers).toBe(1);
  });
});
