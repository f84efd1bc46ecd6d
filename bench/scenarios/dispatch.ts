/**
 * How fast messages are sent: a backlog is drained to an SMSC that responds immediately, without and with receipts, to one with
 * delayed responses, where the window of one connection is the limit, and to an HTTP gateway, beside a bare loop of the same client.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/base/ids.ts';
import { perUnit, usage } from '../cpu.ts';
import { bareCalls, gatewayDescription, gatewayUrl, startGateway } from '../http-gateway.ts';
import { carrierUrl, startPeer, unreachable } from '../peers.ts';
import { type Figure, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { type BenchService, benchService, fill } from '../service.ts';

const window = 50;
const lateUrl = `smpp://bench:bench@127.0.0.1:${ports.smsc}?binds=1&window=${window}&receipts=none`;

export const dispatch: Scenario = {
  name: 'dispatch',
  about:
    'a queue that has piled up leaves over SMPP, without and with receipts, to a carrier that answers late, and over HTTP',
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const messages = quick ? 2_000 : 30_000;
  let peer = await startPeer();
  const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: `${carrierUrl}&receipts=none` });
  try {
    const sent = await drainQueue(service, messages, 'SENT', `${carrierUrl}&receipts=none`);
    const delivered = await drainQueue(service, messages, 'DELIVERED', carrierUrl);
    return [
      { what: 'to SENT, no receipts', value: sent, unit: 'messages/s' },
      { what: 'to DELIVERED, with receipts', value: delivered, unit: 'messages/s' },
      ...(await late(20, quick ? 2_000 : 30_000)),
      ...(await late(100, quick ? 1_000 : 6_000)),
      ...(await overHttp(messages)),
    ];
  } finally {
    await service.stop();
    await peer.stop();
  }

  /** With this response delay, a carrier accepts at most one window per delay. */
  async function late(answerMs: number, count: number): Promise<Figure[]> {
    await peer.stop();
    peer = await startPeer({ answerMs });
    const most = window / (answerMs / 1_000);
    const rate = await drainQueue(service, count, 'SENT', lateUrl, most);
    const share = ratio(rate, most);
    const what = `to SENT, answers after ${answerMs} ms, one connection, window ${window}`;
    return [
      { what, value: rate, unit: 'messages/s' },
      { what: `  of window / latency`, value: share, unit: '', goal: '≥ 0.9', met: share >= 0.9 },
    ];
  }

  /** The same calls to the same gateway, by the service and by its client alone. */
  async function overHttp(count: number): Promise<Figure[]> {
    const gateway = await startGateway();
    try {
      const bare = await bareCalls(count);
      const rate = await drainQueue(service, count, 'SENT', gatewayUrl, undefined, gatewayDescription);
      const share = ratio(rate, bare);
      return [
        { what: 'to SENT over HTTP', value: rate, unit: 'messages/s' },
        { what: '  a bare loop of the same client', value: bare, unit: 'calls/s' },
        { what: '  of the bare loop', value: share, unit: '', goal: '≥ 0.5', met: share >= 0.5 },
      ];
    } finally {
      await gateway.stop();
    }
  }

  async function drainQueue(
    { db, pid, postgresPid }: BenchService,
    messages: number,
    state: string,
    url: string,
    most = Number.POSITIVE_INFINITY,
    description: object | null = null,
  ): Promise<number> {
    await db.query('UPDATE carriers SET url = $1, description = NULL', [unreachable]);
    await sleep(2_000);
    const before = await countState(db, state);
    const from = newId();
    await fill(ports.service, messages);
    const groups = { node: [pid], postgres: [postgresPid] };
    const used = usage(groups);
    await db.query('UPDATE carriers SET url = $1, description = $2', [url, description && JSON.stringify(description)]);
    // The state cannot be reached earlier, and polling takes PostgreSQL's time.
    await sleep((messages / most) * 1_000);
    await untilState(db, state, before + messages);
    const cost = perUnit(used, usage(groups), messages);
    const rate = await rateOf(db, state, from);
    say(`${state}: ${rate}/s, CPU a message: node ${cost['node']} µs, postgres ${cost['postgres']} µs`);
    return rate;
  }
}

/** By database timestamps, from the first stored batch to the last: polling is coarser than a window. */
async function rateOf(db: BenchService['db'], state: string, from: string): Promise<number> {
  const { rows } = await db.query<{ rate: number }>(
    `WITH counted AS (SELECT state_at, min(state_at) OVER () AS first FROM messages WHERE state = $1 AND id > $2)
     SELECT (count(*) FILTER (WHERE state_at > first) / extract(epoch FROM max(state_at) - min(first)))::float8 AS rate FROM counted`,
    [state, from],
  );
  return Math.round(rows[0]!.rate);
}

export async function countState(db: BenchService['db'], state: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>('SELECT count(*) FROM messages WHERE state = $1', [state]);
  return Number(rows[0]!.count);
}

/** Time in milliseconds (of this process) at which this many messages were in the state. Polling takes at most a tenth of a core. */
export async function untilState(db: BenchService['db'], state: string, count: number): Promise<number> {
  const until = performance.now() + 300_000;
  while (performance.now() < until) {
    const began = performance.now();
    if ((await countState(db, state)) >= count) return performance.now();
    await sleep(Math.max(100, 10 * (performance.now() - began)));
  }
  throw new Error(`fewer than ${count} messages became ${state} within five minutes`);
}
