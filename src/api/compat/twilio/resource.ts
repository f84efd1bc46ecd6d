import type { Db } from '../../../database/db.ts';
import { apiVersion, errorCode, messageStatus, sidOf } from '../../../domain/callback/twilio.ts';
import { statusOf } from '../../../domain/message/message.ts';
import { findCurrency } from '../../../store/account/account.ts';
import { listMessages } from '../../../store/message/all-messages.ts';
import { findMessage, type MessageRef, type MessageRow } from '../../../store/message/messages.ts';
import { findReported, type ReportedFacts } from '../../../store/message/report-facts.ts';
import { nextCursor, pageOf, searchableNumber, searchableSender } from '../../operation/paging.ts';
import { type Fields, textOf } from '../parameters.ts';
import { notFound, refusal } from './request.ts';

/** A message in Twilio's format. */
export type Resource = Readonly<Record<string, unknown>>;

type MessageFields = {
  readonly id: string;
  readonly accountId: string;
  readonly to: string;
  readonly from: string;
  readonly body: string | null;
  readonly segments: number;
  readonly status: string;
  readonly error?: number | undefined;
  readonly created: Date;
  readonly updated: Date;
  readonly sent?: Date | undefined;
  readonly price?: string | undefined;
  readonly currency?: string | undefined;
};

/** A message that was just accepted. */
export function newResource(message: Omit<MessageFields, 'created' | 'updated'>, now: Date): Resource {
  return resource({ ...message, created: now, updated: now });
}

function storedResource(
  accountId: string,
  row: MessageRow,
  facts: ReportedFacts | undefined,
  currency: string,
): Resource {
  const status = statusOf(row.state, row.scheduled_at !== null);
  const isScheduled = status === 'SCHEDULED' && row.state === 'SCHEDULED';
  const reported = { status, reference: facts?.reference, receipt: facts?.receipt };
  return resource({
    id: row.id,
    accountId,
    to: row.destination,
    from: row.sender,
    body: row.content,
    segments: row.segments,
    status: isScheduled ? 'scheduled' : messageStatus(reported),
    error: errorCode(reported),
    created: row.accepted_at,
    updated: row.state_at,
    sent: facts?.takenAt,
    price: Number(row.price) === 0 ? '0' : `-${row.price}`,
    currency,
  });
}

function resource({ id, accountId, ...message }: MessageFields): Resource {
  const [account, sid] = [sidOf('AC', accountId), sidOf('SM', id)];
  const uri = `/${apiVersion}/Accounts/${account}/Messages/${sid}`;
  return {
    account_sid: account,
    api_version: apiVersion,
    body: message.body,
    date_created: rfc2822(message.created),
    date_sent: message.sent === undefined ? null : rfc2822(message.sent),
    date_updated: rfc2822(message.updated),
    direction: 'outbound-api',
    error_code: message.error ?? null,
    error_message: null,
    from: message.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: `${message.segments}`,
    price: message.price ?? null,
    price_unit: message.currency ?? null,
    sid,
    status: message.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to,
    uri: `${uri}.json`,
  };
}

const rfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000');

export async function readResource(db: Db, ref: MessageRef): Promise<Resource> {
  const row = await findMessage(db, ref);
  if (row === undefined) throw notFound();
  const [facts] = await findReported(db, [ref]);
  return storedResource(ref.accountId, row, facts, await findCurrency(db, ref.accountId));
}

/** A page, newest first, from `PageToken` on. */
export async function listResources(db: Db, accountId: string, query: Fields): Promise<Resource> {
  for (const name of query.keys())
    if (name.startsWith('DateSent')) throw refusal(20001, `${name.slice(0, 20)} is not supported.`);
  const [to, from] = [textOf(query, 'To') || undefined, textOf(query, 'From') || undefined];
  const pageSize = textOf(query, 'PageSize') ?? '50';
  const page = pageOf({ limit: pageSize, cursor: textOf(query, 'PageToken') });
  const filter = { accountId, sender: searchableSender(from), destination: searchableNumber('To', to), content: true };
  const found = await listMessages(db, { ...page, ...filter });
  const facts = await findReported(
    db,
    found.rows.map(({ id }) => ({ accountId, id })),
  );
  const currency = found.rows.length === 0 ? '' : await findCurrency(db, accountId);
  const number = Number(textOf(query, 'Page') ?? 0) || 0;
  const path = `/${apiVersion}/Accounts/${sidOf('AC', accountId)}/Messages.json`;
  const filters = { ...(to && { To: to }), ...(from && { From: from }), PageSize: pageSize };
  const uri = (more: Record<string, string>) => `${path}?${new URLSearchParams({ ...filters, ...more }).toString()}`;
  const { nextCursor: next } = nextCursor(found);
  return {
    messages: found.rows.map((row, at) => storedResource(accountId, row, facts[at], currency)),
    page: number,
    page_size: page.limit,
    start: number * page.limit,
    end: number * page.limit + Math.max(0, found.rows.length - 1),
    uri: uri({ Page: `${number}` }),
    first_page_uri: uri({ Page: '0' }),
    next_page_uri: next === undefined ? null : uri({ Page: `${number + 1}`, PageToken: next }),
    previous_page_uri: null,
  };
}
