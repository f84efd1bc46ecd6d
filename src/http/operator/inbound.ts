import { countryOf } from '../../domain/phone/phone.ts';
import { listPhones, type PhoneText, readPhone } from '../../flows/phones.ts';
import { simulateInbound } from '../../flows/simulator.ts';
import { type InboundRow, listInbound } from '../../store/inbound/inbound-log.ts';
import { listUnmatched, type UnmatchedRow } from '../../store/receipt/receipt-log.ts';
import { HttpError } from '../errors.ts';
import { bodyOf } from '../operation/row-body.ts';
import { searchableNumber } from '../paging.ts';
import { operatorOperations } from './operation.ts';
import { Phone, PhoneList, PhonePath } from './schemas/timeline.ts';
import {
  Inbound,
  InboundPage,
  InboundQuery,
  SimulatedAnswer,
  SimulatedInbound,
  Unmatched,
  UnmatchedPage,
  UnmatchedQuery,
} from './schemas/traffic.ts';

const operation = operatorOperations('Traffic', {
  'without simulator': [409, 'No enabled carrier is a simulator; add one with the URL simulator: first'],
});
const noPhones = { 'without simulator': 'There is no simulator, and so there are no phones' };

export const inboundOperations = [
  operation({
    id: 'listUnmatchedReceipts',
    get: '/receipts/unmatched',
    summary: 'List receipts and callbacks that belong to no message',
    description:
      'Receipts of messages that were sent by another system, or with an unknown reference, and callbacks of HTTP carriers that were not ' +
      'understood (unread): of each carrier the newest 1,000. Kept for 72 hours.',
    tag: 'Carriers',
    query: UnmatchedQuery,
    answer: [UnmatchedPage, 'A page of receipts'],
    shown: (row: UnmatchedRow) => bodyOf(Unmatched, row, { receiptId: row.id, references: row.keys }),
    list: (db, { query }, page) => listUnmatched(db, { ...page, carrierId: query.carrierId }),
  }),
  operation({
    id: 'listInbound',
    get: '/inbound',
    summary: 'List inbound messages of all accounts, and of none',
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
    summary: 'Let somebody send an SMS to one of your numbers',
    description:
      'As if it had come from a carrier: it is stored, and goes to the webhook of the sender it was sent to.',
    body: SimulatedInbound,
    status: 202,
    answer: [SimulatedAnswer, 'It has come in'],
    problems: { 'without simulator': 'There is no simulator that it could come over' },
    write: async (db, { actor, body: { from, to, text } }) => {
      if (countryOf(from) === undefined) throw new HttpError(400, 'from must be a valid phone number in E.164 form');
      if (text.includes('\0') || !text.isWellFormed()) throw new HttpError(400, 'text is not a text');
      const received = await simulateInbound(db, actor, { sender: from, recipient: to, text });
      if (received === undefined) return 'without simulator';
      return { inboundId: received.id, accountId: received.accountId ?? null };
    },
  }),
  operation({
    id: 'listPhones',
    get: '/simulator/phones',
    summary: 'List phones that the simulator has delivered to',
    description: 'And those that have written something, the latest one first.',
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
    summary: 'See what is on a phone',
    description: 'What the simulator has delivered to it, confirmation codes among it, and what was written on it.',
    answer: [Phone, 'What is on it'],
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
