import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { ending, numberPattern, spellings } from '../../domain/message/erasure.ts';
import { insertAudit } from '../../store/account/audit.ts';
import {
  countInFlight,
  deleteUnconfirmed,
  type ErasedMessages,
  eraseMessages,
  eraseTrace,
  leavesOf,
  liveSenders,
  lockScheduled,
  refreshStatistics,
} from '../../store/erasure/erasure.ts';
import { type TraceKind, traces } from '../../store/erasure/erasure-traces.ts';
import { alone } from '../../store/locks/alone.ts';
import { forgetNumber } from '../../store/optout/opt-outs.ts';
import { retrying } from '../../work/retrying.ts';
import { advance } from '../messages/advance.ts';

/** Changed or removed rows of each kind. */
type Counts = Record<TraceKind | 'cancelled' | 'messages', number>;

export type Erasure =
  | { readonly kind: 'erased'; readonly counts: Counts }
  /** Nothing was changed. */
  | { readonly kind: 'live sender'; readonly senderIds: string[] }
  /** A carrier has them or is about to; the receipts will name the number again. */
  | { readonly kind: 'in flight'; readonly messages: number }
  | { readonly kind: 'running' };

/**
 * Removes a phone number, and texts exchanged only with it, from every table. Consists of many short transactions that can be
 * repeated: after a crash or a reported obstacle, call it again.
 */
export async function eraseNumber(db: Db, actor: Actor, phoneNumber: string): Promise<Erasure> {
  return (
    (await alone(db, 'hermod erasure', (connection) => erase(db, connection, actor, phoneNumber))) ?? {
      kind: 'running',
    }
  );
}

async function erase(db: Db, connection: Queryable, actor: Actor, number: string): Promise<Erasure> {
  const senderIds = await liveSenders(db, spellings(number));
  if (senderIds.length > 0) return { kind: 'live sender', senderIds };
  const before = await countInFlight(db, number);
  if (before > 0) return { kind: 'in flight', messages: before };

  // The last two digits identify the request to a reader who knows the number, and reveal it to no other.
  const details = { ending: ending(number) };
  await insertAudit(db, actor, { action: 'erasure begin', details });
  const cancelled = await cancelScheduled(db, number);
  // A scheduled message may have become due meanwhile.
  const messages = await countInFlight(db, number);
  if (messages > 0) return { kind: 'in flight', messages };

  await retrying(() => deleteUnconfirmed(db, spellings(number)));
  const changed = new Set<string>();
  const { messages: erased, texts } = await eraseAllMessages(db, number, changed);
  // The hash stays, so that the opt-out remains effective after the erasure.
  const optOuts = await retrying(() => forgetNumber(db, number));
  if (optOuts > 0) changed.add('opt_outs');
  const counts = { cancelled, messages: erased, ...(await eraseTraces(db, number, changed)) };
  counts.optOuts += optOuts;
  counts.texts += texts;
  await refreshStatistics(connection, [...changed], numberPattern(number));
  await insertAudit(db, actor, { action: 'erasure end', details: { ...details, ...counts } });
  return { kind: 'erased', counts };
}

/** Cancels with refund and report, as if the customer had cancelled the messages. */
async function cancelScheduled(db: Db, number: string): Promise<number> {
  for (let cancelled = 0; ; ) {
    const moved = await retrying(() =>
      db.transaction(async (tx) => advance(tx, await lockScheduled(tx, number), 'cancelled')),
    );
    if (moved.length === 0) return cancelled;
    cancelled += moved.length;
  }
}

/** Adds the tables with erased rows to `changed`. */
async function eraseAllMessages(db: Db, number: string, changed: Set<string>): Promise<ErasedMessages> {
  const pattern = numberPattern(number);
  const counts = { messages: 0, texts: 0 };
  for (const leaf of await leavesOf(db, 'messages')) {
    for (;;) {
      const set = await retrying(() => db.transaction((tx) => eraseMessages(tx, leaf, number, pattern)));
      if (set.messages === 0) break;
      counts.messages += set.messages;
      counts.texts += set.texts;
      changed.add(leaf).add('messages');
    }
  }
  if (counts.texts > 0) for (const leaf of await leavesOf(db, 'submissions')) changed.add(leaf).add('submissions');
  return counts;
}

async function eraseTraces(db: Db, number: string, changed: Set<string>): Promise<Record<TraceKind, number>> {
  const counts = Object.fromEntries(traces.map(({ kind }) => [kind, 0])) as Record<TraceKind, number>;
  for (const trace of traces) {
    for (const leaf of await leavesOf(db, trace.table)) {
      const rows = await retrying(() => eraseTrace(db, leaf, trace, number));
      counts[trace.kind] += rows;
      if (rows > 0) changed.add(leaf).add(trace.table);
    }
  }
  return counts;
}
