/** Latency of a message at half of the maximum load. The times of submission are the database's. */
import { floodWhole } from '../flood.ts';
import { carrierUrl, sinkUrl, startPeer } from '../peers.ts';
import { type Figure, type Options, ports, type Scenario } from '../scenario.ts';
import { benchService, key } from '../service.ts';

export const latency: Scenario = {
  name: 'latency',
  about: 'accept, and accept to hand-over, at half of the maximum',
  needsCompiler: true,
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const peer = await startPeer();
  // Without receipts a message stays SENT, and the time of its state is that of the submission.
  const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: `${carrierUrl}&receipts=none` });
  const body = JSON.stringify({
    sender: 'Hermod',
    destinations: ['+38640100000'],
    message: { content: 'Your parcel arrives today.' },
    deliveryReportUrl: sinkUrl,
  });
  const headers = { apikey: key, 'content-type': 'application/json' };
  const request = { port: ports.service, path: '/v1/sms/messages', headers, body, connections: 64, reports: 1 };
  try {
    const messages = quick ? 1_000 : 20_000;
    const { rate: maximum } = await floodWhole(peer, { ...request, messages });
    say(`maximum: ${maximum} messages/s with one report each`);
    const { rows: clock } = await service.db.query<{ now: Date }>('SELECT now()');
    const rate = Math.round(maximum / 2);
    const result = await floodWhole(peer, { ...request, rate, seconds: quick ? 2 : 15 });
    const { rows } = await service.db.query<{ p: number[] }>(
      `SELECT percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM m.state_at - s.accepted_at) * 1000) AS p
       FROM messages m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
       WHERE s.accepted_at > $1 AND m.state = 'SENT'`,
      [clock[0]!.now],
    );
    const [p50, p95, p99] = rows[0]!.p.map((ms) => Math.round(ms * 10) / 10);
    return [
      { what: 'load', value: rate, unit: 'messages/s' },
      { what: 'accept p50', value: result.p50, unit: 'ms' },
      { what: 'accept p99', value: result.p99, unit: 'ms' },
      { what: 'accept to hand-over p50', value: p50!, unit: 'ms' },
      { what: 'accept to hand-over p95', value: p95!, unit: 'ms' },
      { what: 'accept to hand-over p99', value: p99!, unit: 'ms' },
    ];
  } finally {
    await service.stop();
    await peer.stop();
  }
}
