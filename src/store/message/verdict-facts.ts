import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { rowOf } from '../row.ts';
import type { MessageRef } from './messages.ts';

type Fallback = { readonly dueAt: Date; readonly takenAt: Date | null };

/** The second attempt over another carrier, planned or made. */
export const findFallback = (db: Queryable, { accountId, id }: MessageRef): Promise<Fallback | undefined> =>
  rowOf(db, {
    name: 'fallback of a message',
    text: 'SELECT due_at AS "dueAt", taken_at AS "takenAt" FROM second_tries WHERE account_id = $1 AND message_id = $2',
    values: [accountId, id],
  });

type Canceller = { readonly actor: string; readonly kind: string | null };

/** Difference between the clock of a process, which ids carry, and that of the database. */
const skewMs = 60_000;

/**
 * Who cancelled a message: one by one from the console, or together with others, in the transaction that cancelled them all and so
 * has the same time.
 */
export const findCanceller = (
  db: Queryable,
  { accountId, id }: MessageRef,
  stateAt: Date,
): Promise<Canceller | undefined> =>
  rowOf(db, {
    name: 'canceller of a message',
    text: `SELECT actor, actor_kind AS kind FROM audit WHERE subject_id = $2::uuid::text AND action = 'cancel message'
      UNION ALL
      SELECT actor, actor_kind AS kind FROM audit WHERE id >= $3 AND id < $4 AND action IN ('messages cancel', 'cancel messages')
        AND at = (SELECT state_at FROM messages WHERE account_id = $1 AND id = $2)
      LIMIT 1`,
    values: [accountId, id, uuidAt(stateAt.getTime() - skewMs), uuidAt(stateAt.getTime() + skewMs)],
  });
