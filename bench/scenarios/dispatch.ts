/** How fast messages leave: a queue that has piled up is handed to an SMSC that answers at once, without and with receipts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { perUnit, usage } from '../cpu.ts';
import { carrierUrl, startPeer, unreachable } from '../peers.ts';
import { type Figure, type Options, ports, type Scenario } from '../scenario.ts';
import { type BenchService, benchService, fill } from '../service.ts';

export const dispatch: Scenario = {
  name: 'dispatch',
  about: 'a queue that has piled up leaves over SMPP, without and with receipts',
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const messages = quick ? 2_000 : 30_000;
  const peer = await startPeer();
  const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: `${carrierUrl}&receipts=none` });
  try {
    const sent = await drainQueue(service, 'SENT', `${carrierUrl}&receipts=none`);
    const delivered = await drainQueue(service, 'DELIVERED', carrierUrl);
    return [
      { what: 'to SENT, no receipts', value: sent, unit: 'messages/s' },
      { what: 'to DELIVERED, with receipts', value: delivered, unit: 'messages/s' },
    ];
  } finally {
    await service.stop();
    await peer.stop();
  }

  async function drainQueue({ db, pid, postgresPid }: BenchService, state: string, url: string): Promise<number> {
    await db.query('UPDATE carriers SET url = $1', [unreachable]);
    await sleep(2_000);
    const before = await countState(db, state);
    await fill(ports.service, messages);
    const groups = { node: [pid], postgres: [postgresPid] };
    const used = usage(groups);
    await db.query('UPDATE carriers SET url = $1', [url]);
    const first = await untilState(db, state, before + 1);
    const last = await untilState(db, state, before + messages);
    const cost = perUnit(used, usage(groups), messages);
    const rate = Math.round(messages / ((last - first) / 1_000));
    say(`${state}: ${rate}/s, CPU a message: node ${cost['node']} µs, postgres ${cost['postgres']} µs`);
    return rate;
  }
}

export async function countState(db: BenchService['db'], state: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>('SELECT count(*) FROM messages WHERE state = $1', [state]);
  return Number(rows[0]!.count);
}

/** Milliseconds (of this process) at which so many messages were in this state. */
export async function untilState(db: BenchService['db'], state: string, count: number): Promise<number> {
  for (let tries = 0; tries < 3_000; tries++) {
    if ((await countState(db, state)) >= count) return performance.now();
    await sleep(100);
  }
  throw new Error(`fewer than ${count} messages became ${state} within five minutes`);
}
