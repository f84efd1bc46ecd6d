/** Event throughput to a fast endpoint, against a bare undici loop to the same endpoint; and the effect of a hanging endpoint on the others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { newId } from '../../src/base/ids.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { startSink } from '../peers.ts';
import { atLeast, atMost, type Figure, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { benchService, ended, untilAnswers } from '../service.ts';

const fast = `http://127.0.0.1:${ports.sink}/`;
const hanging = `http://127.0.0.1:${ports.hanging}/hang`;
const payload = JSON.stringify({ messageId: newId(), status: 'DELIVERED', segments: 1, price: 0.01 });

export const webhooks: Scenario = {
  name: 'webhooks',
  about: 'deliveries against a bare loop, and beside an endpoint that hangs',
  run: measure,
};

async function measure({ quick }: Options): Promise<Figure[]> {
  const events = quick ? 2_000 : 30_000;
  const sinks = [startSink(ports.sink), startSink(ports.hanging)];
  const service = await benchService(ports.service, 2);
  try {
    await untilAnswers(ports.sink);
    const bare = await bareLoop();
    const delivered = await throughput();
    const alone = await firstAttempts(0);
    const beside = await firstAttempts(0.1);
    const share = ratio(delivered, bare);
    return [
      { what: 'deliveries', value: delivered, unit: '/s' },
      { what: 'bare undici loop', value: bare, unit: '/s' },
      atLeast('deliveries / bare loop', share, '', 0.5),
      { what: 'first attempt p99, alone', value: alone, unit: 'ms' },
      // The rule for all attacks: docs/chaos.md.
      atMost('first attempt p99, beside a hanging endpoint', beside, 'ms', Math.max(100, 3 * alone)),
    ];
  } finally {
    await service.stop();
    await Promise.all(sinks.map(ended));
  }

  async function bareLoop(): Promise<number> {
    const dispatcher = new Agent({ connections: 32 });
    let left = events;
    const began = performance.now();
    const worker = async () => {
      while (left-- > 0) {
        const answer = await request(fast, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: payload,
        });
        await answer.body.text();
      }
    };
    await Promise.all(Array.from({ length: 32 }, worker));
    const rate = Math.round(events / ((performance.now() - began) / 1_000));
    await dispatcher.close();
    return rate;
  }

  async function insert(count: number, url: string): Promise<void> {
    for (let done = 0; done < count; done += 1_000) {
      const batch = Array.from({ length: Math.min(1_000, count - done) }, () => ({
        id: newId(),
        accountId: demoAccountId,
        kind: 'delivery report' as const,
        subjectId: newId(),
        url,
        payload,
      }));
      await insertEvents(service.db, batch);
    }
  }

  async function throughput(): Promise<number> {
    await insert(2_000, fast);
    await untilDelivered(2_000);
    await insert(events, fast);
    const began = performance.now();
    await untilDelivered(2_000 + events);
    return Math.round(events / ((performance.now() - began) / 1_000));
  }

  async function untilDelivered(count: number): Promise<void> {
    for (let tries = 0; tries < 3_000; tries++) {
      const { rows } = await service.db.query<{ count: string }>(
        `SELECT count(*) FROM outbox WHERE state = 'delivered'`,
      );
      if (Number(rows[0]!.count) >= count) return;
      await sleep(200);
    }
    throw new Error('deliveries do not come to an end');
  }

  /** A steady 500 events per second, a share of them to an endpoint that never responds; p99 from creation to first attempt. */
  async function firstAttempts(share: number): Promise<number> {
    const from = newId();
    for (let tick = 0; tick < (quick ? 20 : 100); tick++) {
      await insert(Math.round(50 * (1 - share)), fast);
      if (share > 0) await insert(Math.round(50 * share), hanging);
      await sleep(100);
    }
    await sleep(3_000);
    const { rows } = await service.db.query<{ p99: string }>(
      `SELECT percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM attempted_at - created_at) * 1000) AS p99
       FROM outbox WHERE id > $1 AND url = $2`,
      [from, fast],
    );
    return Math.round(Number(rows[0]!.p99));
  }
}
