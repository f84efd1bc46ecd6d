import type { Queryable } from '../../database/db.ts';
import type { Original } from '../../domain/message/resend.ts';
import { rowsOf } from '../row.ts';
import {
  contentShown,
  type MessageRef,
  type MessageRow,
  messageRefs,
  messageShown,
  withSubmission,
} from './messages.ts';

const ofRefs = `FROM ${messageRefs.from('w', 1, 'place')} JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
  ${withSubmission} ORDER BY w.place`;

/** Those of the messages that exist, in the order given. */
export const findMessages = (db: Queryable, refs: readonly MessageRef[]): Promise<MessageRow[]> =>
  rowsOf(db, {
    text: `SELECT ${messageShown}, ${contentShown} AS content ${ofRefs}`,
    values: messageRefs.values(refs),
  });

/** What another message like these is built from, in the order given. */
export const findOriginals = (db: Queryable, refs: readonly MessageRef[]): Promise<Original[]> =>
  rowsOf(db, {
    text: `SELECT m.id, m.state, m.destination, s.sender, s.content, s.encoding, s.scheduled_at IS NOT NULL AS "isScheduled",
        s.via = 'verify' AS "isCode", s.price_report AS "priceReport", s.delivery_report_url AS "reportTarget", s.reference ${ofRefs}`,
    values: messageRefs.values(refs),
  });
