import type { FastifyReply } from 'fastify';
import type { Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { AuditedAction } from '../../domain/access/audited.ts';
import { formatMoney, type Money } from '../../domain/money/money.ts';
import type { SendOutcome } from '../../flows/sending/order.ts';
import type { ResendPreview, Resent } from '../../flows/sending/resend.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { answerFor, HttpError, notFound } from '../server/errors.ts';

/** Numbers for customers, texts for operators. */
type AmountOf<Amount> = (money: Money) => Amount;

/** `codes`: the errors have the codes of a send request. */
export function previewBody<Amount>(
  { refused, price, ...counts }: ResendPreview,
  amountOf: AmountOf<Amount>,
  codes: boolean,
) {
  const errors = refused.map(({ original, refusal }) => ({
    messageId: original.id,
    error: answerFor(refusal, codes).text,
  }));
  return { ...counts, price: amountOf(price), refused: errors };
}

/** Writes the audit entry of a resend into its transaction. */
export const auditResend =
  (actor: Actor, accountId: string, action: AuditedAction, details: object = {}) =>
  (tx: Queryable, { messages, price, currency }: Resent): Promise<void> => {
    const sent = { messages: messages.length, price: formatMoney(price), currency };
    const entry = { ...details, ...sent, messageIds: messages.map(({ messageId }) => messageId) };
    return insertAudit(tx, actor, { action, accountId, details: entry });
  };

export const resentText =
  (amountOf: AmountOf<unknown>) =>
  ({ messages, price, currency }: Resent): string =>
    JSON.stringify({ messages, price: amountOf(price), currency });

/** The response is the stored one, byte for byte. */
export function sendResent(reply: FastifyReply, outcome: SendOutcome | `no ${string}`): FastifyReply {
  if (typeof outcome === 'string') throw new HttpError(404, notFound(outcome.replace(/^no /, '')));
  if (outcome.replayed) void reply.header('idempotent-replayed', 'true');
  return reply.code(202).type('application/json; charset=utf-8').serializer(asItIs).send(outcome.answer);
}

const asItIs = (answer: unknown): string => answer as string;
