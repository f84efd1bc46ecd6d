import type { Db } from '../../../db.ts';
import { apiVersion, sidOf } from '../../../domain/callback/twilio.ts';
import { listMessages } from '../../../flows/message-lists.ts';
import { findCurrency } from '../../../store/account/doors.ts';
import { findMessage, type MessageRef } from '../../../store/message/messages.ts';
import { findReported } from '../../../store/message/reported.ts';
import { nextCursor, pageOf, searchableNumber, searchableSender } from '../../paging.ts';
import { type Fields, textOf } from '../parameters.ts';
import { notFound, TwilioFault } from './request.ts';
import { type Resource, storedResource } from './resource.ts';

export async function readResource(db: Db, ref: MessageRef): Promise<Resource> {
  const row = await findMessage(db, ref);
  if (row === undefined) throw notFound();
  const [facts] = await findReported(db, [ref]);
  return storedResource(ref.accountId, row, facts, await findCurrency(db, ref.accountId));
}

/** A page, newest first. `PageToken` says where it begins. */
export async function listResources(db: Db, accountId: string, query: Fields): Promise<Resource> {
  for (const name of query.keys())
    if (name.startsWith('DateSent')) throw new TwilioFault(20001, `${name.slice(0, 20)} is not supported.`);
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
  const asked = { ...(to && { To: to }), ...(from && { From: from }), PageSize: pageSize };
  const uri = (more: Record<string, string>) => `${path}?${new URLSearchParams({ ...asked, ...more }).toString()}`;
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
