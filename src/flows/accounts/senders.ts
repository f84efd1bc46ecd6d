import { newId } from '../../base/ids.ts';
import type { Config } from '../../config/config.ts';
import type { Db, Queryable, Transaction } from '../../database/db.ts';
import { senderStatusPayload } from '../../domain/message/payloads.ts';
import {
  moveOf,
  msisdn,
  registrationLimits,
  type SenderStatus,
  type SenderTransition,
} from '../../domain/sender/sender.ts';
import { isRightCode, mostTries, waitFor } from '../../domain/sender/sender-code.ts';
import {
  eraseCodes,
  forgetWrongCodes,
  forgiveWrongCodes,
  lockWrongCodes,
  takeCodeTry,
} from '../../store/sender/sender-codes.ts';
import {
  countSenders,
  findSame,
  insertPending,
  lockSender,
  markDeleted,
  moveSender,
  type RegisteredSender,
  type SenderRef,
  type SenderRow,
} from '../../store/sender/senders.ts';
import { insertEvents } from '../../store/webhook/outbox.ts';
import { retrying } from '../../work/retrying.ts';
import { isBlocked, issueCode, lockForCode, waitOf } from './sender-codes.ts';

export type Registered =
  | { readonly kind: 'created' | 'existing'; readonly sender: SenderRow }
  | { readonly kind: 'too many codes' | 'too many registrations'; readonly seconds: number }
  | { readonly kind: 'too many senders'; readonly most: number }
  | { readonly kind: 'suspended' };

/**
 * Sender, code, the message with the code and the change of status are one transaction. A created sender is returned as registered,
 * Pending; later changes are reported by webhook.
 */
export function registerSender(
  db: Db,
  config: Config,
  accountId: string,
  registration: Omit<RegisteredSender, 'id' | 'accountId'>,
): Promise<Registered> {
  const wanted = { id: newId(), accountId, ...registration };
  return retrying(() => db.transaction((tx) => register(tx, config, wanted)));
}

async function register(tx: Transaction, config: Config, wanted: RegisteredSender): Promise<Registered> {
  const { id, accountId, value, type } = wanted;
  const owner = await lockForCode(tx, accountId, type);
  const same = await findSame(tx, wanted);
  // Created by our own earlier attempt, whose response was lost.
  if (same?.id === id) return { kind: 'created', sender: { ...same, status: 'Pending' } };
  if (same !== undefined) return { kind: 'existing', sender: same };
  if (owner.status !== 'active') return { kind: 'suspended' };
  const refusal = await checkRoom(tx, config, accountId);
  if (refusal !== undefined) return refusal;
  const coded = { id, account_id: accountId, value, type };
  // After too many wrong codes a sender stays Pending until an operator approves it, even a number.
  const byCode = (type === msisdn || config.senderApproval === 'auto') && !(await isBlocked(tx, coded));
  const seconds = byCode ? await waitOf(tx, config, coded, owner) : 0;
  if (seconds > 0) return { kind: 'too many codes', seconds };
  const sender = await insertPending(tx, wanted);
  if (byCode) {
    await issueCode(tx, config, sender, owner);
    await advanceSender(tx, sender, 'code sent');
  }
  return { kind: 'created', sender };
}

/** Call it with the account locked. */
async function checkRoom(tx: Queryable, { maxSenders }: Config, accountId: string): Promise<Registered | undefined> {
  const { living, ages } = await countSenders(tx, accountId);
  if (living >= maxSenders) return { kind: 'too many senders', most: maxSenders };
  const seconds = Math.max(...registrationLimits.map((limit) => waitFor(ages, limit)));
  return seconds > 0 ? { kind: 'too many registrations', seconds } : undefined;
}

/** The only writer of a sender's status. The change and its webhook are one transaction. */
async function advanceSender(
  tx: Transaction,
  sender: SenderRow,
  event: SenderTransition,
  reason?: string,
): Promise<SenderRow | undefined> {
  const moved = await moveSender(tx, sender, event, reason);
  const url = moved?.status_target;
  if (!moved || typeof url !== 'string') return moved;
  const { id: senderId, account_id: accountId, status, status_at: occurredAt } = moved;
  const eventId = newId();
  const payload = senderStatusPayload({ eventId, senderId, previousStatus: moveOf(event).from, status, occurredAt });
  await insertEvents(tx, [{ id: eventId, accountId, kind: 'sender status', subjectId: senderId, url, payload }]);
  return moved;
}

export type Confirmation =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not awaiting'; readonly status: string }
  | { readonly kind: 'blocked' } // until an operator approves it
  | { readonly kind: 'no code' } // expired, or all tries are used
  | { readonly kind: 'wrong'; readonly left: number };

/** A wrong code does not throw, so that the used try is committed. */
export function confirmSender(db: Db, ref: SenderRef, code: string): Promise<Confirmation> {
  return db.transaction(async (tx) => {
    const sender = await lockSender(tx, ref);
    if (sender === undefined) return { kind: 'unknown' };
    if (sender.status !== 'Confirmation Pending') return { kind: 'not awaiting', status: sender.status };
    await lockWrongCodes(tx, sender);
    if (await isBlocked(tx, sender)) return { kind: 'blocked' };
    const attempt = await takeCodeTry(tx, sender.id);
    if (attempt === undefined) return { kind: 'no code' };
    if (!isRightCode(sender.id, code, attempt)) return { kind: 'wrong', left: mostTries - attempt.tries };
    await eraseCodes(tx, sender.id);
    await forgetWrongCodes(tx, sender);
    await advanceSender(tx, sender, 'confirmed');
    return { kind: 'confirmed' };
  });
}

/** False if the account does not have this sender. */
export function deleteSender(db: Db, ref: SenderRef): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await markDeleted(tx, ref))) return false;
    await eraseCodes(tx, ref.id);
    return true;
  });
}

export type Decided =
  | { readonly kind: 'decided'; readonly sender: SenderRow }
  | { readonly kind: 'not pending'; readonly status: string }
  | { readonly kind: 'unknown' };

/** An operator approves a sender: a name gets its first code, and any sender gets new tries after too many wrong codes. */
export function approveSender(db: Db, config: Config, senderId: string): Promise<Decided> {
  return decide(db, senderId, ['Pending', 'Confirmation Pending'], async (tx, sender) => {
    await lockWrongCodes(tx, sender);
    const isPending = sender.status === 'Pending';
    if (!isPending && !(await isBlocked(tx, sender))) return undefined;
    const owner = await lockForCode(tx, sender.account_id, sender.type);
    await forgiveWrongCodes(tx, sender);
    await issueCode(tx, config, sender, owner);
    return isPending ? advanceSender(tx, sender, 'code sent') : sender;
  });
}

/** An operator rejects a sender. The reason is shown to the customer. */
export function rejectSender(db: Db, senderId: string, reason: string): Promise<Decided> {
  return decide(db, senderId, ['Pending'], (tx, sender) => advanceSender(tx, sender, 'rejected', reason));
}

/** `apply` returns undefined if there is nothing to decide. */
function decide(
  db: Db,
  senderId: string,
  open: readonly SenderStatus[],
  apply: (tx: Transaction, sender: SenderRow) => Promise<SenderRow | undefined>,
): Promise<Decided> {
  return db.transaction(async (tx) => {
    const sender = await lockSender(tx, { id: senderId });
    if (sender === undefined) return { kind: 'unknown' };
    const decided = open.includes(sender.status) ? await apply(tx, sender) : undefined;
    return decided === undefined
      ? { kind: 'not pending', status: sender.status }
      : { kind: 'decided', sender: decided };
  });
}
