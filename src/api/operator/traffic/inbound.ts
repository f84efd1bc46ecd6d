import { countryOf } from '../../../domain/phone/phone.ts';
import { listPhones, type PhoneText, readPhone, simulateInbound } from '../../../flows/carriers/simulator.ts';
import { type InboundRow, listInbound } from '../../../store/inbound/inbound.ts';
import { listUnmatched, type UnmatchedRow } from '../../../store/receipt/receipt-log.ts';
import { searchableNumber } from '../../operation/paging.ts';
import { bodyOf } from '../../operation/row-body.ts';
import { HttpError } from '../../server/errors.ts';
import { operatorOperations } from '../operation.ts';
import {
  Inbound,
  InboundPage,
  InboundQuery,
  Phone,
  PhoneList,
  PhonePath,
  SimulatedAnswer,
  SimulatedInbound,
  Unmatched,
  UnmatchedPage,
  UnmatchedQuery,
} from '../schemas/traffic.ts';

const operation = operatorOperations('Traffic', {
  'without simulator': [409, 'No enabled carrier is a simulator; add one with the URL simulator: first'],
});
const noPhones = { 'without simulator': 'No enabled carrier is a simulator' };

export const inboundOperations = [
  operation({
    id: 'listUnmatchedReceipts',
    get: '/receipts/unmatched',
    summary: 'List unmatched receipts',
    description:
      'Returns receipts with an unknown reference, for example of messages sent by another system, and callbacks of HTTP carriers that ' +
      'could not be parsed (`unread`). The newest 1,000 per carrier are kept, for 72 hours.',
    tag: 'Carriers',
    query: UnmatchedQuery,
    answer: [UnmatchedPage, 'A page of receipts'],
    shown: (row: UnmatchedRow) => bodyOf(Unmatched, row, { receiptId: row.id, references: row.keys }),
    list: (db, { query }, page) => listUnmatched(db, { ...page, carrierId: query.carrierId, outcome: query.outcome }),
  }),
  operation({
    id: 'listInbound',
    get: '/inbound',
    summary: 'List inbound messages of all accounts',
    description: 'Returns a page of inbound messages, newest first, including those that belong to no account.',
    query: InboundQuery,
    answer: [InboundPage, 'A page of inbound messages'],
    shown: (row: InboundRow) => bodyOf(Inbound, row, { inboundId: row.id }),
    list: (db, { query }, page) => {
      const sender = searchableNumber('sender', query.sender);
      const recipient = searchableNumber('recipient', query.recipient);
      return listInbound(db, { ...page, accountId: query.accountId, sender, recipient });
    },
  }),
  operation({
    id: 'simulateInbound',
    post: '/simulator/inbound',
    summary: 'Simulate an inbound message',
    description:
      'Processes the message as if a carrier had delivered it: it is stored and sent to the webhook of its recipient.',
    body: SimulatedInbound,
    status: 202,
    answer: [SimulatedAnswer, 'The inbound message'],
    problems: noPhones,
    write: async (db, { actor, body: { from, to, text } }) => {
      if (countryOf(from) === undefined) throw new HttpError(400, 'from must be a valid phone number in E.164 form');
      if (text.includes('\0') || !text.isWellFormed())
        throw new HttpError(400, 'text contains a NUL character or an unpaired surrogate');
      const received = await simulateInbound(db, actor, { sender: from, recipient: to, text });
      if (received === undefined) return 'without simulator';
      return { inboundId: received.id, accountId: received.accountId ?? null };
    },
  }),
  operation({
    id: 'listPhones',
    get: '/simulator/phones',
    summary: 'List simulated phones',
    description: 'Returns the phones that received a message from the simulator or sent one, most recent first.',
    answer: [PhoneList, 'The phones'],
    problems: noPhones,
    read: async (db) => {
      const phones = await listPhones(db);
      return phones === undefined ? 'without simulator' : { phones };
    },
  }),
  operation({
    id: 'getPhone',
    get: '/simulator/phones/:number',
    params: PhonePath,
    summary: 'Retrieve a simulated phone',
    description:
      'Returns the messages, including confirmation codes, that the simulator delivered to the phone, and those sent from it.',
    answer: [Phone, 'The phone and its messages'],
    problems: noPhones,
    read: async (db, { params: { number } }) => {
      const texts = await readPhone(db, number);
      return texts === undefined ? 'without simulator' : { number, thread: texts.map(toText) };
    },
  }),
];

function toText({ at, direction, sender, text, id }: PhoneText) {
  const of = direction === 'in' ? { messageId: id, status: 'DELIVERED' } : { inboundId: id };
  return { at, direction, sender, text, ...of };
}
