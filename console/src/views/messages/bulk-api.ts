import { api, ask } from '../../api/client.ts';
import { inSets } from './selected.ts';

/** The account whose messages an operator resends; undefined for customers, who have one. */
type AccountId = string | undefined;
export type ResendPreview = {
  readonly messages: number;
  readonly segments: number;
  readonly amounts: readonly { readonly amount: string; readonly currency: string }[];
  readonly refused: readonly { readonly messageId: string; readonly error: string }[];
};

/** How many were cancelled: those that have left meanwhile are not. */
export async function cancelAll(isOperator: boolean, ids: readonly string[]): Promise<number> {
  let cancelled = 0;
  for (const set of inSets(ids)) cancelled += await (isOperator ? withdraw([...set]) : cancelOwn([...set]));
  return cancelled;
}

async function cancelOwn(messageIds: string[]): Promise<number> {
  return (await ask(api.POST('/v1/sms/messages/cancel', { body: { messageIds } }))).cancelled;
}

async function withdraw(messageIds: string[]): Promise<number> {
  let cancelled = 0;
  for (;;) {
    const step = await ask(api.POST('/admin/v1/messages/cancel', { body: { messageIds } }));
    cancelled += step.messages;
    // The others are held by processes that are about to send them.
    if (step.done || step.messages === 0) return cancelled;
  }
}

export async function previewResend(accountId: AccountId, ids: readonly string[]): Promise<ResendPreview> {
  const sets = [];
  for (const set of inSets(ids)) {
    const messageIds = [...set];
    sets.push(
      accountId === undefined
        ? await ask(api.POST('/v1/sms/messages/resend/preview', { body: { messageIds } }))
        : await ask(api.POST('/admin/v1/messages/resend/preview', { body: { accountId, messageIds } })),
    );
  }
  return {
    messages: sets.reduce((sum, { messages }) => sum + messages, 0),
    segments: sets.reduce((sum, { segments }) => sum + segments, 0),
    amounts: sets.map(({ price, currency }) => ({ amount: String(price), currency })),
    refused: sets.flatMap(({ refused }) => refused),
  };
}

/** With one key per set, so that a second click sends none twice. */
export async function resendAll(accountId: AccountId, ids: readonly string[], key: string): Promise<number> {
  let sent = 0;
  for (const [place, set] of inSets(ids).entries()) {
    const messageIds = [...set];
    const params = { header: { 'idempotency-key': `${key}-${place}` } };
    const { messages } =
      accountId === undefined
        ? await ask(api.POST('/v1/sms/messages/resend', { body: { messageIds }, params }))
        : await ask(api.POST('/admin/v1/messages/resend', { body: { accountId, messageIds }, params }));
    sent += messages.length;
  }
  return sent;
}
