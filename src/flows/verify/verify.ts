import { Overloaded } from '../../bounds/batch.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { KeyRefused, NoCarrier, Refusal } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { hashCode, isRightCode } from '../../domain/sender/sender-code.ts';
import { firstUuid, uuidTime } from '../../domain/uuid.ts';
import { prefixOf, type VerifyLimits } from '../../domain/verify/limits.ts';
import { longestService, textFor, verifyText } from '../../domain/verify/texts.ts';
import type { Runtime } from '../../runtime.ts';
import { insertAudit } from '../../store/account/audit.ts';
import type { Principal } from '../../store/account/keys.ts';
import { countConfirmed } from '../../store/verify/counts.ts';
import {
  deleteBlock,
  findBlock,
  findVerifySettings,
  type OwnLimits,
  storeLimits,
} from '../../store/verify/settings.ts';
import {
  findKeyed,
  lockVerify,
  markConfirmed,
  takeVerificationTry,
  type VerificationLookup,
} from '../../store/verify/verifications.ts';
import type { Log } from '../../telemetry/log.ts';
import { requestOrigin, type SendResponse } from '../sending/order.ts';
import type { Sending } from '../sending/send.ts';
import {
  answered,
  type Reserved,
  release,
  reserve,
  type Start,
  type Started,
  VerifyRefused,
  type VerifyRequest,
} from './verify-reserve.ts';

/** A request is not sent later than this after its submission id was created, so that the times in its ids agree. */
const longestReserveMs = 20_000;

/**
 * Sends a code over the send path. Its row is committed first: a crash in between leaves an unsent code, which expires. In the reverse
 * order, it could leave a recipient with a code that is not stored.
 */
export async function startVerification(
  runtime: Runtime,
  sending: Sending,
  principal: Principal,
  request: VerifyRequest,
  { key, requestId }: { readonly key?: string | undefined; readonly requestId?: string | undefined } = {},
): Promise<Started> {
  const { accountId } = principal;
  // A request that was accepted before gets the same answer, even if it would be refused now.
  const earlier = key === undefined ? undefined : await findKeyed(runtime.db, accountId, key);
  const known = earlier && answered(earlier, request);
  if (known) return known;
  const { message, limits } = await wordsOf(runtime, accountId, request);
  // Refusals of the send path, except for a low balance, come before anything is written.
  const plan = await sending.checks.plan(principal, message('0'.repeat(request.length)));
  const place = { accountId, number: request.to, prefix: prefixOf(request.to), country: plan.recipients[0]!.country };
  const start = { request, place, limits, key };
  const reserved = await reserve(runtime, start);
  if ('replayed' in reserved) return reserved;
  const origin = requestOrigin(principal, 'verify', requestId);
  const send = (submissionId: string) =>
    sending.send({ principal, request: message(reserved.code), origin, submissionId });
  return deliver(runtime, start, reserved, async (submissionId) => (await send(submissionId)).answer);
}

/** The text of the message, and the limits of the account. */
async function wordsOf({ db, config }: Runtime, accountId: string, request: VerifyRequest) {
  const settings = await findVerifySettings(db, accountId);
  if (settings === undefined) throw new KeyRefused();
  const template = textFor(request.language, settings.templates);
  if (template === undefined) throw new VerifyRefused('no text');
  const service = request.service ?? [...settings.name].slice(0, longestService).join('');
  const message = (code: string): SendRequest => ({
    sender: request.sender,
    destinations: [request.to],
    message: { content: verifyText(template, code, service, request) },
    validitySeconds: Math.min(request.lifetimeSeconds, config.validitySeconds),
  });
  return { message, limits: limitsOf(config, settings.limits) };
}

async function deliver(
  runtime: Runtime,
  { request, place }: Start,
  { id, submissionId, expiresAt }: Reserved,
  send: (submissionId: string) => Promise<string>,
): Promise<Started> {
  try {
    if (runtime.clock() - uuidTime(submissionId) > longestReserveMs) throw new Overloaded();
    const { messages } = JSON.parse(await send(submissionId)) as SendResponse;
    runtime.metrics.verifications.inc({ outcome: 'sent' });
    return { id, to: request.to, expiresAt, messageId: messages[0]!.messageId, replayed: false };
  } catch (error) {
    if (isCertain(error)) await release(runtime, { accountId: place.accountId, id }, place);
    throw error;
  }
}

/** Whether certainly nothing was sent. */
function isCertain(error: unknown): boolean {
  return [Refusal, KeyRefused, NoCarrier, Overloaded].some((kind) => error instanceof kind);
}

function limitsOf(config: Config, own: OwnLimits): VerifyLimits {
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

/** Compared if no code is stored, so that the response takes the same time. */
const nothing = hashCode(firstUuid, 'no code');

/**
 * The id of the verification if the code is right, once. Undefined for a wrong, expired or used code, without a try left, and for an id
 * or number without a code of this account. A wrong code does not throw, so that the used try is committed.
 */
export async function checkVerification(
  { db, metrics }: Runtime,
  wanted: VerificationLookup,
  code: string,
): Promise<string | undefined> {
  const { accountId } = wanted;
  const approved = await db.transaction(async (tx) => {
    const tried = await takeVerificationTry(tx, wanted);
    const isRight = isRightCode(tried?.id ?? firstUuid, code, tried ?? nothing);
    if (tried === undefined || !isRight) return undefined;
    await markConfirmed(tx, { accountId, id: tried.id });
    await lockVerify(tx, accountId);
    await countConfirmed(tx, { accountId, ...tried }, tried.created_at);
    return tried.id;
  });
  metrics.verifications.inc({ outcome: approved === undefined ? 'denied' : 'approved' });
  return approved;
}

/** Undefined if the account does not exist. */
export async function readLimits(db: Db, config: Config, accountId: string) {
  const settings = await findVerifySettings(db, accountId);
  return settings && { own: settings.limits, inForce: limitsOf(config, settings.limits) };
}

/** Replaces the limits of an account; omitted limits follow the settings. */
export function changeLimits(db: Db, config: Config, actor: Actor, accountId: string, own: OwnLimits) {
  return db.transaction(async (tx) => {
    if ((await findVerifySettings(tx, accountId)) === undefined) return undefined;
    await storeLimits(tx, accountId, own);
    await insertAudit(tx, actor, { action: 'verify limits change', subjectId: accountId, accountId, details: own });
    return { own, inForce: limitsOf(config, own) };
  });
}

/** Allows codes to the blocked destinations again and resets their counts. Undefined if the block does not exist or has ended. */
export async function liftBlock(db: Db, log: Log, actor: Actor, id: string) {
  const lifted = await db.transaction(async (tx) => {
    const block = await findBlock(tx, id);
    if (block === undefined) return undefined;
    await lockVerify(tx, block.account_id);
    if (!(await deleteBlock(tx, block))) return undefined;
    const { account_id: accountId, scope } = block;
    await insertAudit(tx, actor, { action: 'verify block lift', subjectId: id, accountId, details: { scope } });
    return block;
  });
  if (lifted)
    log.info({ accountId: lifted.account_id, scope: lifted.scope }, 'a block of verification codes was lifted');
  return lifted;
}
