import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newId } from '../../src/base/ids.ts';
import { insertAccount } from '../../src/store/account/account-details.ts';
import { keepReceiptsSql, type Receipt, receiptColumns } from '../../src/store/receipt/receipt-log.ts';
import { arrayLiteral } from '../../src/store/row-set.ts';
import { usage } from '../cpu.ts';
import { type Figure, median, type Options, ports, type Scenario } from '../scenario.ts';
import { type BenchService, benchService } from '../service.ts';
/**
 * How long a page of messages takes with full tables, for every filter: values with many matches, with few and with none.
 * `--rows 5000000`: the largest count is used. Every page of a search is timed until it has found a message.
 */

export const search: Scenario = {
  name: 'search',
  about: 'pages of messages with full tables, by every filter; and what a receipt costs that is kept',
  run: measure,
};

const token = 'a-token-for-the-search-scenario';
/** Within the last week and the current one, whose partitions always exist. */
const spanMs = 6.5 * 86_400_000;
/** The last account has as few messages as a new customer. */
const shares = [40, 20, 10, 10, 5, 5, 5, 3, 1, 0.9, 0.1];
const goalMs = 200;
/** A search without a match reads all messages; this many pages of it are enough to measure. */
const mostPages = 60;

type Filled = {
  readonly accounts: string[];
  readonly carriers: string[];
  readonly began: number;
  readonly messageId: string;
};

async function measure({ quick, rows }: Options, say: (line: string) => void): Promise<Figure[]> {
  const count = quick ? 20_000 : Math.max(...rows);
  const service = await benchService(ports.service, 1, { HERMOD_ADMIN_TOKEN: token });
  try {
    const figures = [await receiptCost(service, quick, say)];
    const filled = await fill(service, count, say);
    // The first execution in a process takes longer.
    for (const [, query] of searches(filled)) await ask(`/messages?${query}`);
    for (const [what, query] of searches(filled)) figures.push(...(await time(what, `/messages?${query}`, say)));
    const one = `/messages/${filled.messageId}`;
    for (const path of [one, `${one}/timeline`])
      figures.push(...(await time(path.replace(filled.messageId, '…'), path, say)));
    figures.push(await download(filled, say));
    return figures;
  } finally {
    await service.stop();
  }
}

function searches({ accounts, carriers, began }: Filled): [string, string][] {
  const day = 86_400_000;
  const at = (time: number) => new Date(time).toISOString();
  const [large, small] = [accounts[0]!, accounts.at(-1)!];
  return [
    ['everything', ''],
    ['to: a recipient', 'destination=%2B38640500000'],
    ['to: a recipient in one account', `destination=%2B38640500000&accountId=${large}`],
    ['to: no match', 'destination=%2B38641999999'],
    ['from: many', 'sender=Hermod'],
    ['from: few', 'sender=Rare'],
    ['from: no match', 'sender=Absent'],
    ['from: no match, large account', `sender=Absent&accountId=${large}`],
    ['status: DELIVERED', 'status=DELIVERED'],
    ['status: FAILED (1 of 100,000)', 'status=FAILED'],
    ['status: REJECTED (none)', 'status=REJECTED'],
    ['status: REJECTED, large account', `status=REJECTED&accountId=${large}`],
    ['account: large', `accountId=${large}`],
    ['account: small', `accountId=${small}`],
    ['account: no match', `accountId=${randomUUID()}`],
    ['country: SI', 'country=SI'],
    ['country: HR (1 of 100,000)', 'country=HR'],
    ['country: AT (none)', 'country=AT'],
    ['carrier: most', `carrierId=${carriers[0]}`],
    ['carrier: few', `carrierId=${carriers[1]}`],
    ['carrier: no match', `carrierId=${randomUUID()}`],
    ['carrier: no match, small account', `carrierId=${randomUUID()}&accountId=${small}`],
    ['text: all', 'text=parcel'],
    ['text: no match', 'text=nowhere'],
    ['text: no match, large account', `text=nowhere&accountId=${large}`],
    ['reason: no match', 'reason=absent'],
    ['reason: no match, large account', `reason=absent&accountId=${large}`],
    ['reference: no match', 'reference=absent'],
    ['reference: no match, large account', `reference=absent&accountId=${large}`],
    ['after: an hour ago', `from=${at(Date.now() - 3_600_000)}`],
    ['after: 3 days ago, status none', `from=${at(began + 3 * day)}&status=REJECTED`],
    ['before: 3 days ago', `to=${at(began + 3 * day)}`],
    ['before: 3 days ago, to a recipient', `to=${at(began + 3 * day)}&destination=%2B38640500000`],
    ['an hour in the middle', `from=${at(began + 3 * day)}&to=${at(began + 3 * day + 3_600_000)}`],
  ];
}

type Page = { messages?: unknown[]; nextCursor?: string };

async function ask(path: string): Promise<{ page: Page; ms: number }> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${ports.service}/admin/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const page = (await answer.json()) as Page;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(page)}`);
  return { page, ms: performance.now() - began };
}

/** Times every page of a search; the slowest page is the figure. */
async function time(what: string, path: string, say: (line: string) => void): Promise<Figure[]> {
  const first: number[] = [];
  for (let tries = 0; tries < 5; tries++) first.push((await ask(path)).ms);
  const pages: number[] = [];
  let found = 0;
  let cursor: string | undefined;
  do {
    const { page, ms } = await ask(cursor === undefined ? path : `${path}&cursor=${cursor}`);
    pages.push(ms);
    found += page.messages?.length ?? 0;
    cursor = page.nextCursor;
  } while (cursor !== undefined && found === 0 && pages.length < mostPages);
  const worst = Math.round(Math.max(...first, ...pages));
  const whole = Math.round(pages.reduce((sum, ms) => sum + ms, 0));
  say(
    `${what}: first page ${Math.round(median(first))} ms, worst ${worst} ms; ${found} found after ${pages.length} pages, ${whole} ms`,
  );
  return [{ what, value: worst, unit: 'ms', goal: `≤ ${goalMs}`, met: worst <= goalMs }];
}

async function download({ accounts }: Filled, say: (line: string) => void): Promise<Figure> {
  const began = performance.now();
  const path = `/messages.csv?accountId=${accounts[3]}`;
  const answer = await fetch(`http://127.0.0.1:${ports.service}/admin/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let bytes = 0;
  let lines = -1;
  for await (const chunk of answer.body!) {
    bytes += chunk.length;
    for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1;
  }
  const seconds = (performance.now() - began) / 1_000;
  say(`a file of ${lines.toLocaleString('en')} lines, ${Math.round(bytes / 1e6)} MB, in ${seconds.toFixed(1)} s`);
  return { what: 'lines of a file', value: Math.round(lines / seconds), unit: 'lines/s' };
}

const perSet = 500;

/** Cost added to the statement that moves the messages, in batches as at a few thousand per second. */
async function receiptCost(
  { db, postgresPid }: BenchService,
  quick: boolean,
  say: (line: string) => void,
): Promise<Figure> {
  const sets = quick ? 10 : 1_000;
  const groups = { postgres: [postgresPid] };
  const costOf = (name: string, text: string, isKept: boolean) =>
    db.transaction(async (tx) => {
      const before = usage(groups);
      for (let done = 0; done < sets; done++) {
        const ids = Array.from({ length: perSet }, newId);
        const values = [arrayLiteral(ids), arrayLiteral(ids), ...(isKept ? receiptColumns(ids.map(receipt)) : [])];
        await tx.query({ name, text, values });
      }
      return ((usage(groups)['postgres']! - before['postgres']!) / (sets * perSet)) * 1e6;
    });
  const kept = await costOf('kept', keepReceiptsSql(3, `'delivered'`), true);
  const without = await costOf('without', 'SELECT count(*) FROM unnest($1::uuid[], $2::uuid[])', false);
  const micros = Number((kept - without).toFixed(1));
  say(`receipts in sets of ${perSet}: ${micros} µs of processor time each`);
  await db.query('TRUNCATE receipt_log');
  return { what: 'a receipt that is kept, PostgreSQL', value: micros, unit: 'µs' };
}

const carrierId = newId();
const dates = 'submit date:2611160600 done date:2611160600';
const receipt = (id: string): Receipt => ({
  carrierId,
  text: `id:${id} sub:001 dlvrd:001 ${dates} stat:DELIVRD err:000 text:Your parcel`,
});

const perStep = 100_000;

/** Messages of the last days, created in SQL: distributed over accounts by their shares, with ids that match their times. */
async function fill({ db }: BenchService, count: number, say: (line: string) => void): Promise<Filled> {
  const accounts: string[] = [];
  for (const place of shares.keys()) {
    const id = newId();
    await insertAccount(db, { id, name: `Account ${place}`, currency: 'EUR' });
    accounts.push(id);
  }
  const carriers = [newId(), newId()];
  for (const [place, id] of carriers.entries())
    await db.query(`INSERT INTO carriers (id, name, url, enabled) VALUES ($1, $2, 'simulator:', false)`, [
      id,
      `carrier ${place}`,
    ]);
  const began = Date.now() - spanMs;
  const limits = shares.map((_, place) => shares.slice(0, place).reduce((sum, share) => sum + share * 10, 0));
  // Without the usual time limits: a vacuum may take a minute.
  const client = new pg.Client({ connectionString: db.pool.options.connectionString });
  await client.connect();
  for (let done = 0; done < count; done += perStep) {
    const step = Math.min(perStep, count - done);
    await client.query(insertHistory, [accounts, limits, step, began, (spanMs - 60_000) / count, done, carriers]);
    if ((done + step) % 1_000_000 === 0) say(`${(done + step).toLocaleString('en')} rows`);
  }
  await client.query('VACUUM ANALYZE messages, submissions, ledger, outbox, parts, receipt_log');
  await client.query('CHECKPOINT');
  const { rows } = await client.query<{ id: string }>(
    'SELECT subject_id AS id FROM outbox ORDER BY id DESC OFFSET 10 LIMIT 1',
  );
  await client.end();
  return { accounts, carriers, began, messageId: rows[0]!.id };
}

/** One in 100,000 is of each rare kind; one in 100 has a report and a ledger entry. */
const insertHistory = `
  WITH numbered AS MATERIALIZED (
    SELECT $6::bigint + n AS n, $4::bigint + floor(($6::bigint + n) * $5::float8)::bigint AS ms, abs(hashint8($6::bigint + n)) AS hash
    FROM generate_series(1, $3::int) AS n
  ), made AS MATERIALIZED (
    SELECT n, hash, ($1::uuid[])[width_bucket((hash % 10000) / 10.0, $2::numeric[])] AS account_id, to_timestamp(ms / 1000.0) AS at,
      (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid AS id,
      ($7::uuid[])[CASE n % 100000 WHEN 33 THEN 2 ELSE 1 END] AS carrier_id
    FROM numbered
  ), submitted AS (
    INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at, via, request_id)
    SELECT account_id, id, account_id, CASE n % 100000 WHEN 99 THEN 'Rare' ELSE 'Hermod' END, 'Your parcel arrives today.', 'GSM-7', 1,
      false, at, 'http', substr(md5(n::text), 1, 16) FROM made
  ), created AS (
    INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
    SELECT account_id, id, id, '+38640' || lpad((hash % 1000000)::text, 6, '0'), CASE n % 100000 WHEN 77 THEN 'HR' ELSE 'SI' END, 0.01,
      CASE n % 100000 WHEN 50 THEN 'FAILED' ELSE 'DELIVERED' END, at, at + interval '3 seconds' FROM made
  ), charged AS (
    INSERT INTO ledger (account_id, id, kind, amount, created_at) SELECT account_id, id, 'charge', -0.01, at FROM made WHERE n % 100 = 0
  ), part AS (
    INSERT INTO parts (carrier_id, reference, account_id, message_id, part, total, taken_at)
    SELECT carrier_id, md5(id::text), account_id, id, 1, 1, at FROM made
  ), receipt AS (
    INSERT INTO receipt_log (account_id, message_id, carrier_id, part, outcome, text, received_at)
    SELECT account_id, id, carrier_id, 1, 'delivered', 'id:' || md5(id::text) || ' stat:DELIVRD err:000', at FROM made
  )
  INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state)
  SELECT account_id, id, 'delivery report', id, 'http://127.0.0.1/', 'http://127.0.0.1',
    '{"messageId":"' || id || '","status":"DELIVERED","segments":1}', at, 'delivered' FROM made WHERE n % 100 = 0`;
