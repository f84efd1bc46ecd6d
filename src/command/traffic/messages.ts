import { newId } from '../../base/ids.ts';
import { Problem } from '../../base/problem.ts';
import { statuses } from '../../domain/message/message.ts';
import { formatMoney, parseMoney } from '../../domain/money/money.ts';
import type { CommandSession } from '../terminal/access.ts';
import { cell, counted } from '../terminal/cell.ts';
import type { Row } from '../terminal/client.ts';
import { account, ago, required } from '../terminal/field.ts';
import { confirm } from '../terminal/input.ts';
import { columns } from '../terminal/layout.ts';
import { type Output, printNote, printWarning } from '../terminal/output.ts';
import type { Noun, VerbInput } from '../terminal/verb.ts';

const messageIds = { field: 'messageIds', separator: /,/, read: (id: string) => id.trim() };

export const messages: Noun = {
  summary: 'messages of all accounts',
  verbs: {
    list: {
      summary: 'list messages',
      example: '--status FAILED --from 2h --content',
      fields: {
        ...account,
        '--status <status>': { help: 'in one state only', choices: statuses },
        '--sender <sender>': 'from this sender',
        '--destination <number>': 'to this number',
        '--country <code>': 'to this country',
        '--carrier <carrier>': 'taken by this carrier: its id or name',
        '--request <submission-id>': { help: 'of this request, named by its charge', field: 'submissionId' },
        '--reason <reason>': 'with exactly this reason',
        '--text <text>': 'with this part of the text, ignoring case',
        '--reference <text>': 'whose request gave this reference',
        '--content': 'with the texts',
      },
      call: 'GET /messages',
      rows: 'messages',
      pages: 'dated',
      columns: columns(
        'messageId status destination sender~ content~ reasonText~',
        'reason? acceptedAt? attemptCount? nextAttemptAt? price? segmentCount? country? updatedAt? accountId? reference?',
      ),
    },
    'show <message-id>': {
      summary: 'show a message: what is with it and why, its parts, its carrier, the reports sent',
      call: 'GET /messages/{message-id}',
      show: showMessage,
    },
    'timeline <message-id>': {
      summary: 'follow a message: request, ledger, route, parts, receipts, states, webhooks',
      call: 'GET /messages/{message-id}/timeline',
      show: showTimeline,
    },
    cancel: {
      summary: 'cancel waiting messages, in sets: shows the refund, and asks',
      example: '--account "Corner Shop" --older 2h',
      fields: {
        ...account,
        '--message <message-ids>': { ...messageIds, help: 'these messages only, with commas or repeated' },
        '--older <time>': { ...ago('due at least this long ago, or before this time'), field: 'before' },
        '--carrier <carrier>': 'waiting for this carrier: its id or name',
        '--country <code>': 'to this country',
        '--status <status>': {
          help: 'only scheduled messages, or only the others',
          choices: ['ACCEPTED', 'SCHEDULED'],
        },
      },
      confirm: true,
      act: cancelWaiting,
    },
    resend: {
      summary: 'send messages again, at the prices of now: shows the price, and asks',
      example: '--account "Corner Shop" --message 01900000-0000-7000-8000-000000000000',
      fields: {
        '--account <account>': required('id or name of the account'),
        '--message <message-ids>': required({ ...messageIds, help: 'the messages, with commas or repeated' }),
        '--idempotency-key <text>': { help: 'the same key twice sends once (default: a new one)', orElse: newId },
      },
      confirm: true,
      act: resendMessages,
    },
  },
};

type Verdict = Row & {
  sentence: string;
  cause?: { reasonText: string; advice?: string };
  notes: { sentence: string; reasonText?: string }[];
  actions: string[];
};

/** Kinds whose sentence does not hold the cause. */
const withoutCause = ['carrier down', 'carrier refusing', 'retrying', 'expired'];

/** The verdict first, in lines of its own; then all other fields. */
async function showMessage(out: Output, { verdict, ...message }: Row): Promise<void> {
  if (out.json) return out.one({ ...message, verdict });
  const { sentence, cause, notes, actions, ...facts } = verdict as Verdict;
  const said = {
    verdict: sentence,
    cause: withoutCause.includes(facts['kind'] as string) ? cause?.reasonText : undefined,
    advice: cause?.advice,
    also: notes.map((note) => [note.sentence, note.reasonText].filter(Boolean).join(' ')).join(' ') || undefined,
    next: actions.flatMap((action) => commandOf(action, facts, message) ?? []).join('; ') || undefined,
  };
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  await out.one({ ...known, ...message });
}

/** The command that does it, for those actions that have one. */
function commandOf(action: string, { paused, carrierId }: Row, { accountId, messageId }: Row): string | undefined {
  if (action === 'cancel') return `hermod messages cancel --message ${cell(messageId)}`;
  if (action === 'resend') return `hermod messages resend --account ${cell(accountId)} --message ${cell(messageId)}`;
  if (action === 'open carrier') return `hermod carriers show ${cell(carrierId)}`;
  if (action === 'open routes') return 'hermod routes list';
  if (action !== 'resume') return undefined;
  if (paused === 'all') return 'hermod resume all';
  return paused === 'account' ? `hermod resume account ${cell(accountId)}` : `hermod resume carrier ${cell(carrierId)}`;
}

async function showTimeline(out: Output, { entries }: Row): Promise<void> {
  const rows = (entries as Row[]).map((entry) => (out.json ? entry : inWords(entry)));
  await out.list(columns('at kind details~'), rows);
}

/** The fields that differ by kind: all but time and kind. */
function inWords({ at, kind, ...rest }: Row): Row {
  const details = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  return { at, kind, details: details.join(', ') };
}

type Sum = { accountId: string; name: string; currency: string; messages: number; amount: string };
type Sums = Row & { messages: number; accounts: Sum[]; bounded?: boolean };

async function cancelWaiting({ api, out }: CommandSession, { typed, fields: filter }: VerbInput): Promise<void> {
  if (Object.keys(filter).length === 0)
    throw new Problem('no filter is given', 'Give --account, --message, --older, --carrier, --country or --status');
  const { messageIds: ids, ...others } = filter as Row & { messageIds?: string[] };
  const isSelection = ids !== undefined && ids.length > 1;
  // A query has no room for a thousand ids, so these are counted when they are cancelled.
  const found = isSelection
    ? undefined
    : ((await api.call('GET', '/messages/waiting', { query: { ...others, messageId: ids?.[0] } })) as Sums);
  if (found?.messages === 0) return out.done('no waiting message matches', { messages: 0, accounts: [] });
  if (found && !out.json) await out.list(columns('name~ #messages #amount currency accountId?'), found.accounts);
  const more = found?.bounded ? ' or more' : '';
  const asked = found
    ? `Cancel ${counted(found.messages, 'message')}${more} and refund ${amounts(found.accounts)}${more}?`
    : `Cancel those of ${ids!.length} messages that wait, and refund them?`;
  await confirm(asked, typed['yes'] === true);
  const sum: { messages: number; accounts: Sum[] } = { messages: 0, accounts: [] };
  for (;;) {
    const step = (await api.call('POST', '/messages/cancel', { body: filter })) as Sums;
    sum.messages += step.messages;
    sum.accounts.push(...step.accounts);
    // The remaining messages are held by processes and about to be sent.
    if (step['done'] === true || step.messages === 0) break;
    printNote(`${sum.messages} of ${counted(found?.messages ?? ids!.length, 'message')} cancelled`);
  }
  const text = `${counted(sum.messages, 'message')} cancelled, ${amounts(sum.accounts)} refunded`;
  await out.done(text, { messages: sum.messages, accounts: byAccount(sum.accounts) });
}

type Refused = { messageId: string; error: string };
type Preview = { messages: number; segments: number; price: string; currency: string; refused: Refused[] };

/** Without the messages that the service refuses, which are listed first. */
async function resendMessages({ api, out }: CommandSession, { typed, fields }: VerbInput): Promise<void> {
  const { idempotencyKey: key, messageIds: ids, ...account } = fields as Row & { messageIds: string[] };
  const preview = (await api.call('POST', '/messages/resend/preview', {
    body: { ...account, messageIds: ids },
  })) as Row & Preview;
  for (const { messageId, error } of preview.refused) printWarning(`${messageId} is left out: ${error}`);
  const refused = new Set(preview.refused.map(({ messageId }) => messageId));
  const left = ids.filter((id) => !refused.has(id.toLowerCase()));
  if (left.length === 0) throw new Problem('none of the messages can be sent again', 'Give others');
  const { messages: count, segments, price, currency } = preview;
  await confirm(
    `Send ${counted(count, 'message')} (${counted(segments, 'segment')}) again for ${price} ${currency}?`,
    typed['yes'] === true,
  );
  const sent = await api.call('POST', '/messages/resend', {
    body: { ...account, messageIds: left },
    headers: { 'idempotency-key': key as string },
    again: `repeat it with --idempotency-key ${String(key)}`,
  });
  await out.list(columns('messageId resentAs'), sent['messages'] as Row[]);
}

/** By currency: 12.5 EUR and 3 USD. Added in millionths, as in the service. */
function amounts(sums: readonly Sum[]): string {
  const groups = Object.entries(Object.groupBy(sums, ({ currency }) => currency));
  if (groups.length === 0) return 'nothing';
  return groups.map(([currency, some = []]) => `${total(some)} ${currency}`).join(' and ');
}

function byAccount(sums: readonly Sum[]): Row[] {
  const groups = Object.values(Object.groupBy(sums, ({ accountId }) => accountId));
  return groups.map((some = []) => ({
    ...some[0]!,
    messages: some.reduce((sum, { messages }) => sum + messages, 0),
    amount: total(some),
  }));
}

const total = (sums: readonly Sum[]): string =>
  formatMoney(sums.reduce((sum, { amount }) => sum + parseMoney(amount), 0n));
