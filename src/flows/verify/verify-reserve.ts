import { createHash } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import type { Transaction } from '../../database/db.ts';
import { hashCode, newCode } from '../../domain/sender/sender-code.ts';
import { decideStart, type VerifyDecision, type VerifyLimits } from '../../domain/verify/limits.ts';
import type { Autofill } from '../../domain/verify/texts.ts';
import type { Runtime } from '../../runtime.ts';
import { countStarted, findFacts, uncountStarted } from '../../store/verify/counts.ts';
import { insertBlock } from '../../store/verify/settings.ts';
import {
  type CodeTarget,
  deleteVerification,
  findKeyed,
  insertVerification,
  type KeyedVerification,
  lockVerify,
  type VerificationRef,
} from '../../store/verify/verifications.ts';
import { IdempotencyConflict } from '../sending/order.ts';

export type VerifyRequest = Autofill & {
  readonly to: string;
  readonly sender: string;
  readonly language: string;
  /** The name in the text; default: that of the account. */
  readonly service?: string | undefined;
  readonly length: number;
  readonly lifetimeSeconds: number;
};

export type Start = {
  readonly request: VerifyRequest;
  readonly place: CodeTarget;
  readonly limits: VerifyLimits;
  readonly key: string | undefined;
};

export type Started = {
  readonly id: string;
  readonly to: string;
  readonly expiresAt: Date;
  readonly messageId: string;
  readonly replayed: boolean;
};

/** A code to be sent; its row is committed. */
export type Reserved = {
  readonly id: string;
  readonly code: string;
  readonly submissionId: string;
  readonly expiresAt: Date;
};

/** The code was not sent and not counted. */
export class VerifyRefused extends Error {
  readonly kind: 'too many' | 'blocked' | 'no text';
  readonly seconds: number;

  constructor(kind: VerifyRefused['kind'], seconds = 0) {
    super(kind);
    this.name = 'VerifyRefused';
    this.kind = kind;
    this.seconds = seconds;
  }
}

/** After this time, an unfinished first request with the same key has failed: statements time out sooner. */
const longestRunSeconds = 60;
const keptSeconds = 86_400;

/** In one transaction, checks the limits and stores a code, or starts a block if too few codes are confirmed. */
export async function reserve(runtime: Runtime, start: Start): Promise<Reserved | Started> {
  const { db, metrics, log } = runtime;
  const { accountId } = start.place;
  const outcome = await db.transaction(async (tx) => {
    await lockVerify(tx, accountId);
    const earlier = start.key === undefined ? undefined : await replay(tx, start, start.key);
    if (earlier !== undefined) return earlier;
    const decision = decideStart(await findFacts(tx, start.place, start.limits), start.limits);
    if (decision.kind === 'allowed') return write(tx, start, decision.tries);
    // The block is committed although the request is refused.
    return { ...decision, block: await block(tx, start, decision) };
  });
  if (!('kind' in outcome)) return outcome;
  if (outcome.block) {
    const { scope, started, confirmed, until } = outcome.block;
    log.warn(
      { accountId, scope, started, confirmed, until },
      'verification codes are blocked: hardly any was confirmed',
    );
  }
  metrics.verifications.inc({ outcome: outcome.kind === 'blocked' ? 'blocked' : 'limited' });
  throw new VerifyRefused(outcome.kind, outcome.seconds);
}

/** The answer to the first request with this key, if it was accepted. */
async function replay(tx: Transaction, { place, request }: Start, key: string): Promise<Started | undefined> {
  const { accountId } = place;
  const first = await findKeyed(tx, accountId, key);
  if (first === undefined) return undefined;
  const known = answered(first, request);
  if (known) return known;
  if (first.age < longestRunSeconds) throw new IdempotencyConflict('running');
  await deleteVerification(tx, { accountId, id: first.id });
  return undefined;
}

/** Throws if the first request was a different one; undefined if it is too old or has not been sent. */
export function answered(first: KeyedVerification, request: VerifyRequest): Started | undefined {
  if (first.age >= keptSeconds) return undefined;
  if (!first.request_hash.equals(requestHash(request))) throw new IdempotencyConflict('other request');
  const { id, number: to, expires_at: expiresAt, message_id: messageId } = first;
  return messageId === null ? undefined : { id, to, expiresAt, messageId, replayed: true };
}

async function write(tx: Transaction, { request, place, key }: Start, mostTries: number): Promise<Reserved> {
  const id = newId();
  const code = newCode(request.length);
  const submissionId = newId();
  const expiresAt = await insertVerification(tx, {
    ...place,
    ...hashCode(id, code),
    id,
    mostTries,
    lifetimeSeconds: request.lifetimeSeconds,
    submissionId,
    idempotencyKey: key,
    requestHash: key === undefined ? undefined : requestHash(request),
  });
  await countStarted(tx, place);
  return { id, code, submissionId, expiresAt };
}

async function block(tx: Transaction, { place, limits }: Start, decision: VerifyDecision) {
  const collapse = decision.kind === 'blocked' ? decision.collapse : undefined;
  if (collapse === undefined) return undefined;
  const { of, started, confirmed } = collapse;
  const scope = place[of];
  const facts = { accountId: place.accountId, scope, started, confirmed };
  const until = await insertBlock(tx, { ...facts, hours: limits.windowHours });
  return { scope, started, confirmed, until };
}

/** Removes a code that was not sent: the previous one, if any, is valid again. */
export async function release({ db, log }: Runtime, ref: VerificationRef, place: CodeTarget): Promise<void> {
  await db
    .transaction(async (tx) => {
      const createdAt = await deleteVerification(tx, ref);
      if (createdAt === undefined) return;
      await lockVerify(tx, ref.accountId);
      await uncountStarted(tx, place, createdAt);
    })
    .catch((err: unknown) => log.warn({ err }, 'a verification code that was not sent is counted all the same'));
}

function requestHash(request: VerifyRequest): Buffer {
  const { to, sender, language, service, length, lifetimeSeconds, appHash, domain } = request;
  const fields = [to, sender, language, service, length, lifetimeSeconds, appHash, domain];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
