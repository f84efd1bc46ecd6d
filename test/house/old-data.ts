/**
 * A data directory of an earlier version: its schema, and rows as its own statements wrote them. Of three messages one
 * has been delivered, one is queued for its carrier and one is scheduled; one webhook has not been sent.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { newId } from '../../src/base/ids.ts';
import { openDb, type Queryable } from '../../src/database/db.ts';
import { keyHash, keyPrefix } from '../../src/domain/access/key.ts';
import { startEmbedded } from '../../src/host/postgres/embedded.ts';
import { migrate, readMigrations } from '../../src/store/schema/migrations.ts';
import { ensurePartitions } from '../../src/store/schema/partitions.ts';
import { createLog } from '../../src/telemetry/log.ts';

const account = '01900000-0000-7000-8000-00000000de30';

export type OldData = { readonly key: string; readonly messageIds: readonly string[] };

export async function oldData(folder: string, webhookUrl: string): Promise<OldData> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  const log = createLog('silent');
  const postgres = await startEmbedded(folder, { say: () => {}, log });
  const db = openDb(postgres.url, log, { connections: 1 });
  try {
    await migrate(
      db,
      readMigrations().filter(({ name }) => name < '0021'),
    );
    await ensurePartitions(db);
    return await db.transaction((tx) => fill(tx, webhookUrl));
  } finally {
    await db.close();
    await postgres.stop();
  }
}

async function fill(tx: Queryable, webhookUrl: string): Promise<OldData> {
  const key = 'a0b1c2d3-0000-4000-8000-000000000020';
  const [list, sender, carrier] = [newId(), newId(), newId()];
  await tx.query(`INSERT INTO accounts (id, name, currency, balance) VALUES ($1, 'Demo', 'EUR', 9999.97)`, [account]);
  await tx.query('INSERT INTO api_keys (id, account_id, hash, prefix) VALUES ($1, $2, $3, $4)', [
    newId(),
    account,
    keyHash(key),
    keyPrefix(key),
  ]);
  await tx.query(
    `INSERT INTO senders (id, account_id, value, type, channel, status) VALUES ($1, $2, 'Hermod', 0, 'SMS', 'Confirmed')`,
    [sender, account],
  );
  await tx.query(`INSERT INTO price_lists (id, name, currency) VALUES ($1, 'Demo', 'EUR')`, [list]);
  await tx.query(`INSERT INTO price_list_entries VALUES ($1, 'SI', 0.01)`, [list]);
  await tx.query(`INSERT INTO account_price_lists VALUES ($1, $2, 'EUR')`, [account, list]);
  await tx.query(`INSERT INTO ledger (account_id, id, kind, amount) VALUES ($1, $2, 'top-up', 10000)`, [
    account,
    newId(),
  ]);
  const { rows } = await tx.query<{ lane: number }>(
    `INSERT INTO carriers (id, name, url) VALUES ($1, 'default', 'simulator:') RETURNING lane`,
    [carrier],
  );
  await tx.query('INSERT INTO routes (id, carrier_id, priority) VALUES ($1, $2, 1000)', [newId(), carrier]);
  const messageIds = [
    await message(tx, sender, { state: 'DELIVERED', lane: 0 }),
    await message(tx, sender, { state: 'QUEUED', lane: rows[0]!.lane }),
    await message(tx, sender, { state: 'SCHEDULED', lane: rows[0]!.lane }),
  ];
  await tx.query(
    `INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at)
     VALUES ($1, $2, 'delivery report', $3, $4, $5, $6, now())`,
    [
      ...[account, newId(), messageIds[0], webhookUrl, new URL(webhookUrl).origin],
      JSON.stringify({ messageId: messageIds[0], status: 'DELIVERED', segments: 1 }),
    ],
  );
  return { key, messageIds };
}

async function message(
  tx: Queryable,
  sender: string,
  { state, lane }: { state: string; lane: number },
): Promise<string> {
  const [submission, id] = [newId(), newId()];
  await tx.query(
    `INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, scheduled_at, accepted_at)
     VALUES ($1, $2, $3, 'Hermod', 'Before the upgrade', 'GSM-7', 1, false, CASE WHEN $4 THEN now() END, now())`,
    [account, submission, sender, state === 'SCHEDULED'],
  );
  await tx.query(`INSERT INTO ledger (account_id, id, kind, amount) VALUES ($1, $2, 'charge', -0.01)`, [
    account,
    submission,
  ]);
  await tx.query(
    `INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at, lane)
     VALUES ($1, $2, $3, '+38640123456', 'SI', 0.01, $4, now(), now(), $5)`,
    [account, id, submission, state, lane],
  );
  return id;
}
