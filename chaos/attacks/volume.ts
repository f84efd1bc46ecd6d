import { type Attack, flood, scaled, type Target } from './attack.ts';
import { caller, numbers, send } from './calls.ts';
import { withRows } from './rows.ts';

/** Of the attacker's account, long delivered. */
const delivered = (count: number) => (target: Target) =>
  withRows(target, async (db) => {
    await db.query(
      `WITH s AS (INSERT INTO submissions
         (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at)
         VALUES ($1, uuidv7(), uuidv7(), 'Shop', 'Old', 'GSM-7', 1, false, now()) RETURNING id)
       INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
       SELECT $1, uuidv7(), s.id, '+3864' || (10000000 + n), 'SI', 0.01, 'DELIVERED', now(), now()
       FROM s, generate_series(1, $2::integer) n`,
      [target.attacker.id, scaled(count, target)],
    );
  });

const slowReads: Attack = {
  name: 'slow-reads',
  does: '32 readers who look for a number that is not among the 1.2 million messages of their account',
  setup: delivered(1_200_000),
  async run(target, report) {
    const call = caller(target, report);
    report.atStrength();
    let number = 0;
    await flood(report, 32, async () => {
      await call({ path: `/v1/sms/messages?limit=1&destination=%2B38631${100_000 + (number++ % 800_000)}` });
    });
  },
};

const bulk: Attack = {
  name: 'bulk',
  does: '200 connections that send to 1,000 recipients each, again and again',
  async run(target, report) {
    const connections = scaled(200, target);
    const call = caller(target, report, { connections });
    const destinations = numbers(1_000);
    report.atStrength();
    await flood(report, connections, async () => {
      await call(send(destinations));
    });
  },
};

const largeBodies: Attack = {
  name: 'large-bodies',
  does: '32 connections that ask for messages with a report URL of 1 MB, again and again',
  async run(target, report) {
    const connections = scaled(32, target);
    const call = caller(target, report, { connections });
    const deliveryReportUrl = `http://127.0.0.1/${'a'.repeat(1_040_000)}`;
    report.atStrength();
    await flood(report, connections, async () => {
      await call(send(numbers(1), { deliveryReportUrl }));
    });
  },
};

const imports: Attack = {
  name: 'imports',
  does: '16 connections that import files of 1 MB to the list of opt-outs: 75,000 numbers, or half a million wrong lines',
  async run(target, report) {
    const connections = scaled(16, target);
    const call = caller(target, report, { connections });
    const files = [numbers(75_000).join('\n'), '1\n'.repeat(500_000)];
    const headers = { apikey: target.attacker.key, 'content-type': 'text/csv' };
    report.atStrength();
    let turn = 0;
    await flood(report, connections, async () => {
      await call({ path: '/v1/opt-outs/import', body: files[turn++ % files.length]!, headers });
    });
  },
};

const longLists: Attack = {
  name: 'long-lists',
  does: '32 readers of the longest pages of a list, again and again',
  setup: delivered(100_000),
  async run(target, report) {
    const call = caller(target, report);
    report.atStrength();
    await flood(report, 32, async () => {
      await call({ path: '/v1/sms/messages?limit=1000' });
    });
  },
};

const files: Attack = {
  name: 'files',
  does: '8 readers who want 300,000 messages of their account as a file, again and again',
  setup: delivered(300_000),
  async run(target, report) {
    const call = caller(target, report);
    report.atStrength();
    await flood(report, 8, async () => {
      await call({ path: '/v1/sms/messages.csv' });
    });
  },
};

export const volumeAttacks: Attack[] = [slowReads, longLists, files, bulk, largeBodies, imports];
