import { Overloaded } from '../../bounds/batch.ts';
import type { Config } from '../../config/config.ts';
import { KeyRefused, NoCarrier, Refusal } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { uuidTime } from '../../domain/uuid.ts';
import { prefixOf, type VerifyLimits } from '../../domain/verify/limits.ts';
import { longestService, textFor, verifyText } from '../../domain/verify/texts.ts';
import type { Runtime } from '../../runtime.ts';
import type { Principal } from '../../store/account/keys.ts';
import { findVerifySettings, type OwnLimits } from '../../store/verify/settings.ts';
import { findKeyed } from '../../store/verify/verifications.ts';
import { originOf, type SendResponse } from '../sending/order.ts';
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

export type VerifyOptions = { readonly key?: string | undefined; readonly requestId?: string | undefined };

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
  { key, requestId }: VerifyOptions = {},
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
  const origin = originOf(principal, 'verify', requestId);
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
