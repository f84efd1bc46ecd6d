/**
 * Whether throughput holds with full tables: messages from HTTP to DELIVERED and both reports, with the given number of message
 * rows (and their submissions, ledger entries and reports) already present. `--rows 0,1000000,10000000`.
 */
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { perUnit, usage } from '../cpu.ts';
import { floodWhole } from '../flood.ts';
import { carrierUrl, sinkUrl, startPeer } from '../peers.ts';
import { type Figure, median, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { type BenchService, benchService, key } from '../service.ts';

export const growth: Scenario = {
  name: 'growth',
  about: 'the end-to-end rate with full tables against empty ones',
  run: measure,
};

async function measure({ quick, rows }: Options, say: (line: string) => void): Promise<Figure[]> {
  const messages = quick ? 1_000 : 10_000;
  const peer = await startPeer({ gatherMs: 1 });
  const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: carrierUrl });
  const body = JSON.stringify({
    sender: 'Hermod',
    destinations: ['+38640100000'],
    message: { content: 'Your parcel arrives today.' },
    deliveryReportUrl: sinkUrl,
  });
  const headers = { apikey: key, 'content-type': 'application/json' };
  const groups = { node: [service.pid], postgres: [service.postgresPid] };
  const figures: Figure[] = [];
  let filled = 0;
  let empty = 0;
  try {
    // Runs before the tables are analysed: PostgreSQL plans for a table known to be empty as if it stayed empty.
    await flood();
    for (const count of rows.map((number) => (quick ? Math.min(number, 20_000) : number))) {
      await grow(service, filled, count, say);
      filled = count;
      // Plans, caches and the disk have to settle.
      await flood();
      const used = usage(groups);
      const rate = median([await flood(), await flood(), await flood()]);
      const cost = perUnit(used, usage(groups), 3 * messages);
      const what = `with ${count.toLocaleString('en')} rows`;
      say(`${what}: ${rate} messages/s, µs a message: Node ${cost['node']}, PostgreSQL ${cost['postgres']}`);
      figures.push({ what, value: rate, unit: 'messages/s' });
      figures.push({ what: `${what}, PostgreSQL`, value: cost['postgres']!, unit: 'µs a message' });
      if (empty === 0) empty = rate;
      else figures.push(comparison(count, ratio(rate, empty)));
    }
    return figures;
  } finally {
    await service.stop();
    await peer.stop();
  }

  async function flood(): Promise<number> {
    const path = '/v1/sms/messages';
    const request = { port: ports.service, path, headers, body, connections: 64, messages, reports: 2 };
    return (await floodWhole(peer, request)).rate;
  }
}

function comparison(rows: number, share: number): Figure {
  const what = `${rows.toLocaleString('en')} rows / empty`;
  return { what, value: share, unit: '', goal: '≥ 0.9', met: share >= 0.9 };
}

const perStep = 250_000;

/** Delivered messages of the last days, created in SQL, with ids that match their times. */
async function grow({ db }: BenchService, from: number, to: number, say: (line: string) => void): Promise<void> {
  const began = Date.now() - 3 * 24 * 3_600_000;
  for (let done = from; done < to; done += perStep) {
    const count = Math.min(perStep, to - done);
    await db.query(insertHistory, [demoAccountId, count, began + done]);
    if ((done + count) % 1_000_000 === 0) say(`${(done + count).toLocaleString('en')} rows`);
  }
  await db.query('VACUUM ANALYZE messages, submissions, ledger, outbox, parts');
  // Rows written here within minutes would normally have been on disk for days.
  await db.query('CHECKPOINT');
}

/** A UUIDv7 begins with its time; the remaining bits only have to be unique. */
const insertHistory = `
  WITH made AS MATERIALIZED (
    SELECT n, (lpad(to_hex($3::bigint + n), 12, '0') || '7' || substr(md5(n::text || $3::text), 1, 3) || '8' || substr(md5(n::text || 'x' || $3::text), 1, 15))::uuid AS id,
      to_timestamp(($3::bigint + n) / 1000.0) AS at
    FROM generate_series(1, $2::int) AS n
  ), submitted AS (
    INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, delivery_report_url, accepted_at)
    SELECT $1::uuid, id, $1::uuid, 'Hermod', 'Your parcel arrives today.', 'GSM-7', 1, false, 'http://127.0.0.1/', at FROM made
  ), created AS (
    INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
    SELECT $1::uuid, id, id, '+38640' || lpad((n % 1000000)::text, 6, '0'), 'SI', 0.01, 'DELIVERED', at, at FROM made
  ), charged AS (
    INSERT INTO ledger (account_id, id, kind, amount, created_at) SELECT $1::uuid, id, 'charge', -0.01, at FROM made
  ), part AS (
    INSERT INTO parts (carrier_id, reference, account_id, message_id, part, total)
    SELECT c.id, md5(made.id::text), $1::uuid, made.id, 1, 1 FROM made, (SELECT id FROM carriers LIMIT 1) c
  )
  INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state)
  SELECT $1::uuid, id, 'delivery report', id, 'http://127.0.0.1/', 'http://127.0.0.1',
    '{"messageId":"' || id || '","status":"DELIVERED","segments":1}', at, 'delivered' FROM made`;
