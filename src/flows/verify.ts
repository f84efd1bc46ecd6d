import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Transaction } from '../db.ts';
import { KeyRefused, Refusal } from '../domain/errors.ts';
import type { SendRequest } from '../domain/message/send.ts';
import { hashCode, newCode } from '../domain/sender/sender-code.ts';
import { uuidTime } from '../domain/uuid.ts';
import { type Decision, decideStart, prefixOf, type VerifyLimits } from '../domain/verify/limits.ts';
import { type Autofill, textFor, verifyText } from '../domain/verify/texts.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import type { Principal } from '../store/account/keys.ts';
import { insertBlock } from '../store/verify/blocks.ts';
import { countStarted, findFacts, type Place, uncountStarted } from '../store/verify/counts.ts';
import { findVerifySettings, type OwnLimits } from '../store/verify/settings.ts';
import {
  deleteVerification,
  findKeyed,
  insertVerification,
  type Keyed,
  lockVerify,
  type VerificationRef,
} from '../store/verify/verifications.ts';
import { Overloaded } from '../work/batch.ts';
import { IdempotencyConflict, type Sending, type SendResponse } from './send.ts';

export type VerifyRequest = Autofill & {
  readonly to: string;
  readonly sender: string;
  readonly language: string;
  /** The name in the text; left out: that of the account. */
  readonly service?: string | undefined;
  readonly length: number;
  readonly lifetimeSeconds: number;
};

export type Started = {
  readonly id: string;
  readonly to: string;
  readonly expiresAt: Date;
  readonly messageId: string;
  readonly replayed: boolean;
};

/** The code was not sent, and nothing was counted. */
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

/** A first request with the same key that has come to nothing by now never will: no statement runs for so long. */
const longestRunSeconds = 60;
const keptSeconds = 86_400;
/** Ids of a request and its messages are made together; what comes later than this is not sent any more. */
const longestReserveMs = 20_000;

type Start = {
  readonly principal: Principal;
  readonly request: VerifyRequest;
  readonly place: Place;
  readonly limits: VerifyLimits;
  readonly key: string | undefined;
};

/**
 * Sends a code, by the send path. Its row is committed first: whoever dies between leaves a code that nobody has, which ends by
 * itself. The other way round, somebody would have a code that nobody knows.
 */
export async function startVerification(
  runtime: Runtime,
  sending: Sending,
  principal: Principal,
  request: VerifyRequest,
  { key, requestId }: { readonly key?: string | undefined; readonly requestId?: string | undefined } = {},
): Promise<Started> {
  const { db, config, metrics } = runtime;
  const { accountId } = principal;
  // What was accepted once is answered the same, even if it would be refused by now.
  const earlier = key === undefined ? undefined : await findKeyed(db, accountId, key);
  const known = earlier && answered(earlier, request);
  if (known) return known;
  const settings = await findVerifySettings(db, accountId);
  if (settings === undefined) throw new KeyRefused();
  const template = textFor(request.language, settings.templates);
  if (template === undefined) throw new VerifyRefused('no text');
  const message = (code: string): SendRequest => ({
    sender: request.sender,
    destinations: [request.to],
    message: { content: verifyText(template, code, request.service ?? settings.name, request) },
    validitySeconds: Math.min(request.lifetimeSeconds, config.validitySeconds),
  });
  // What the send path would refuse is refused before anything is written; only the money is left for later.
  const plan = await sending.plan(principal, message('0'.repeat(request.length)));
  const place = { accountId, number: request.to, prefix: prefixOf(request.to), country: plan.recipients[0]!.country };
  const limits = limitsOf(config, settings.limits);
  const reserved = await reserve(runtime, { principal, request, place, limits, key });
  if ('replayed' in reserved) return reserved;

  const { id, code, submissionId, expiresAt } = reserved;
  try {
    if (runtime.clock() - uuidTime(submissionId) > longestReserveMs) throw new Overloaded(false);
    const sent = await sending.send(principal, message(code), undefined, { requestId, verification: { submissionId } });
    metrics.verifications.inc({ outcome: 'sent' });
    const { messages } = JSON.parse(sent.answer) as SendResponse;
    return { id, to: request.to, expiresAt, messageId: messages[0]!.messageId, replayed: false };
  } catch (error) {
    if (isCertain(error)) await release(runtime, { accountId, id }, place);
    throw error;
  }
}

export function limitsOf(config: Config, own: OwnLimits): VerifyLimits {
  return {
    perNumber: config.verifyPerNumber,
    perPrefix: config.verifyPerPrefix,
    freshPrefix: config.verifyFreshPrefix,
    perAccount: config.verifyPerAccount,
    conversion: config.verifyConversion,
    windowHours: config.verifyWindowHours,
    ...own,
  };
}

type Reserved = {
  readonly id: string;
  readonly code: string;
  readonly submissionId: string;
  readonly expiresAt: Date;
};

async function reserve(runtime: Runtime, start: Start): Promise<Reserved | Started> {
  const { db, metrics, log } = runtime;
  const { accountId } = start.place;
  const outcome = await db.transaction(async (tx) => {
    await lockVerify(tx, accountId);
    const earlier = start.key === undefined ? undefined : await replay(tx, start, start.key);
    if (earlier !== undefined) return earlier;
    const decision = decideStart(await findFacts(tx, start.place, start.limits), start.limits);
    if (decision.kind === 'allowed') return write(tx, start, decision.tries);
    // A block is committed with the refusal that it begins with.
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

/** The answer to the first request with this key, if that was accepted. */
async function replay(tx: Transaction, { place, request }: Start, key: string): Promise<Started | undefined> {
  const { accountId } = place;
  const first = await findKeyed(tx, accountId, key);
  if (first === undefined) return undefined;
  if (first.age < keptSeconds) {
    const known = answered(first, request);
    if (known) return known;
    if (first.age < longestRunSeconds) throw new IdempotencyConflict('running');
  }
  await deleteVerification(tx, { accountId, id: first.id });
  return undefined;
}

function answered(first: Keyed, request: VerifyRequest): Started | undefined {
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
    key,
    requestHash: requestHash(request),
  });
  await countStarted(tx, place);
  return { id, code, submissionId, expiresAt };
}

async function block(tx: Transaction, { place, limits }: Start, decision: Decision) {
  const collapse = decision.kind === 'blocked' ? decision.collapse : undefined;
  if (collapse === undefined) return undefined;
  const { accountId } = place;
  const { of, started, confirmed } = collapse;
  const scope = place[of];
  const until = await insertBlock(tx, {
    id: newId(),
    accountId,
    scope,
    hours: limits.windowHours,
    started,
    confirmed,
  });
  return { scope, started, confirmed, until };
}

/** Whether it is certain that nothing was sent. */
function isCertain(error: unknown): boolean {
  return error instanceof Refusal || error instanceof KeyRefused || error instanceof Overloaded;
}

/** The code before it, if there is one, is the newest again. */
async function release({ db, log }: Runtime, ref: VerificationRef, place: Place): Promise<void> {
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
