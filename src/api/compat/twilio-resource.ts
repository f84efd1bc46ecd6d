import type { Db } from '../../database/db.ts';
import { apiVersion, errorCode, messageStatus, sidOf } from '../../domain/callback/twilio.ts';
import { statusOf } from '../../domain/message/message.ts';
import { findCurrency } from '../../store/account/account.ts';
import { listMessages } from '../../store/message/all-messages.ts';
import { findMessage, type MessageRef, type MessageRow } from '../../store/message/messages.ts';
import { findReported, type ReportedFacts } from '../../store/message/report-facts.ts';
import { nextCursor, pageOf, searchableNumber, searchableSender } from '../operation/paging.ts';
import { type CompatParameters, parameterText } from './parameters.ts';
import { CompatError } from './reply.ts';

export const badParameter = (code: number, text: string): CompatError => new CompatError(text, 400, code);

export const resourceNotFound = (): CompatError => new CompatError('The requested resource was not found', 404, 20404);

/** A message in Twilio's format. */
export type Resource = Readonly<Record<string, unknown>>;

function storedResource(
  accountId: string,
  row: MessageRow,
  facts: ReportedFacts | undefined,
  currency: string,
): Resource {
  const status = statusOf(row.state, row.scheduled_at !== null);
  const isScheduled = status === 'SCHEDULED' && row.state === 'SCHEDULED';
  const reported = { status, reference: facts?.reference, receipt: facts?.receipt };
  return resource(accountId, row.id, {
    body: row.content,
    date_created: rfc2822(row.accepted_at),
    date_sent: facts?.takenAt === undefined ? null : rfc2822(facts.takenAt),
    date_updated: rfc2822(row.state_at),
    error_code: errorCode(reported) ?? null,
    from: row.sender,
    num_segments: `${row.segments}`,
    price: Number(row.price) === 0 ? '0' : `-${row.price}`,
    price_unit: currency,
    status: isScheduled ? 'scheduled' : messageStatus(reported),
    to: row.destination,
    ...(row.reference !== null && { reference: row.reference }),
  });
}

/** In the order of Twilio's document. */
export function resource(accountId: string, id: string, given: Resource): Resource {
  const [account, sid] = [sidOf('AC', accountId), sidOf('SM', id)];
  const uri = `/${apiVersion}/Accounts/${account}/Messages/${sid}`;
  return {
    account_sid: account,
    api_version: apiVersion,
    body: null,
    date_created: null,
    date_sent: null,
    date_updated: null,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: null,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: null,
    price: null,
    price_unit: null,
    sid,
    status: null,
    subresource_uris: { media: `${uri}/Media.json` },
    to: null,
    uri: `${uri}.json`,
    ...given,
  };
}

export const rfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000');

export async function readResource(db: Db, ref: MessageRef): Promise<Resource> {
  const row = await findMessage(db, ref);
  if (row === undefined) throw resourceNotFound();
  const [facts] = await findReported(db, [ref]);
  return storedResource(ref.accountId, row, facts, await findCurrency(db, ref.accountId));
}

/** A page, newest first, from `PageToken` on. */
export async function listResources(db: Db, accountId: string, query: CompatParameters): Promise<Resource> {
  for (const name of query.keys())
    if (name.startsWith('DateSent')) throw badParameter(20001, `${name.slice(0, 20)} is not supported.`);
  const [to, from] = [parameterText(query, 'To') || undefined, parameterText(query, 'From') || undefined];
  const pageSize = parameterText(query, 'PageSize') ?? '50';
  const page = pageOf({ limit: pageSize, cursor: parameterText(query, 'PageToken') });
  const filter = { accountId, sender: searchableSender(from), destination: searchableNumber('To', to), content: true };
  const found = await listMessages(db, { ...page, ...filter });
  const facts = await findReported(
    db,
    found.rows.map(({ id }) => ({ accountId, id })),
  );
  const currency = found.rows.length === 0 ? '' : await findCurrency(db, accountId);
  const number = Number(parameterText(query, 'Page') ?? 0) || 0;
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
