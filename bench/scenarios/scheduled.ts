/** A burst of scheduled messages that are all due in the same second. */
import { setTimeout as sleep } from 'node:timers/promises';
import { carrierUrl, startPeer } from '../peers.ts';
import { type Figure, type Options, ports, type Scenario } from '../scenario.ts';
import { benchService, fill } from '../service.ts';
import { untilState } from './dispatch.ts';

export const scheduled: Scenario = {
  name: 'scheduled',
  about: '100,000 messages due at the same second',
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const messages = quick ? 2_000 : 100_000;
  const peer = await startPeer();
  const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: `${carrierUrl}&receipts=none` });
  try {
    const dueAt = Math.ceil(Date.now() / 1_000) + (quick ? 5 : 30);
    await fill(ports.service, messages, { scheduledTime: dueAt });
    say(`${messages} messages wait for ${new Date(dueAt * 1_000).toISOString()}`);
    await sleep(Math.max(0, dueAt * 1_000 - Date.now() - 500));
    await untilState(service.db, 'SENT', messages);
    const { rows } = await service.db.query<{ early: string; first: number; p50: number; last: number }>(
      `SELECT count(*) FILTER (WHERE m.state_at < s.scheduled_at) AS early,
         min(extract(epoch FROM m.state_at - s.scheduled_at))::float8 AS first,
         (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM m.state_at - s.scheduled_at)))::float8 AS p50,
         max(extract(epoch FROM m.state_at - s.scheduled_at))::float8 AS last
       FROM messages m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id`,
    );
    const { early, first, p50, last } = rows[0]!;
    const seconds = (value: number) => Number(value.toFixed(2));
    return [
      { what: 'sent early', value: Number(early), unit: '', goal: '0', met: Number(early) === 0 },
      { what: 'first handed over after', value: seconds(first), unit: 's' },
      { what: 'half handed over after', value: seconds(p50), unit: 's' },
      { what: 'all handed over after', value: seconds(last), unit: 's' },
      { what: 'rate of the burst', value: Math.round(messages / last), unit: 'messages/s' },
    ];
  } finally {
    await service.stop();
    await peer.stop();
  }
}
