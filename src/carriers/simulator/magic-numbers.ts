import type { ReceiptOutcome } from '../carrier.ts';

/** The answer to a submit. `at first`: for the first attempts of a message. */
export type Answer = 'accepted' | 'refused' | 'queue full' | 'throttled at first' | 'unanswered at first';

/** In the seven letters of SMPP 3.4, appendix B. */
export type ReceiptState = 'DELIVRD' | 'ACCEPTD' | 'UNDELIV' | 'EXPIRED' | 'REJECTD' | 'UNKNOWN';

export const OUTCOMES: Readonly<Record<ReceiptState, ReceiptOutcome>> = {
  DELIVRD: 'delivered',
  ACCEPTD: 'no change',
  UNDELIV: 'failed',
  EXPIRED: 'failed',
  REJECTD: 'rejected',
  UNKNOWN: 'unknown',
};

export type Fate = {
  readonly answer: Answer;
  /** One after the other, for each part. */
  readonly receipts: readonly ReceiptState[];
  /** The other parts are delivered. */
  readonly lastPartOnly?: boolean;
  readonly slow?: boolean;
  /** The text comes back as an inbound message. */
  readonly echo?: boolean;
};

export type MagicNumber = {
  readonly number: string;
  readonly name: string;
  readonly explanation: string;
  readonly fate: Fate;
};

export const DELIVERED: Fate = { answer: 'accepted', receipts: ['DELIVRD'] };

/** Valid Slovenian mobile numbers, so that they pass every check; `docs/guides/simulator.md` shows the same table. */
export const MAGIC_NUMBERS: readonly MagicNumber[] = [
  {
    number: '+38640000001',
    name: 'failed',
    explanation: 'Taken, then a receipt UNDELIV: FAILED',
    fate: { answer: 'accepted', receipts: ['UNDELIV'] },
  },
  {
    number: '+38640000002',
    name: 'expired',
    explanation: 'Taken, then a receipt EXPIRED: FAILED',
    fate: { answer: 'accepted', receipts: ['EXPIRED'] },
  },
  {
    number: '+38640000003',
    name: 'refused',
    explanation: 'Refused for good at hand-over: REJECTED, price given back',
    fate: { answer: 'refused', receipts: [] },
  },
  {
    number: '+38640000004',
    name: 'rejected',
    explanation: 'Taken, then a receipt REJECTD: REJECTED, price given back',
    fate: { answer: 'accepted', receipts: ['REJECTD'] },
  },
  {
    number: '+38640000005',
    name: 'unknown',
    explanation: 'Taken, then a receipt UNKNOWN: UNKNOWN',
    fate: { answer: 'accepted', receipts: ['UNKNOWN'] },
  },
  {
    number: '+38640000006',
    name: 'throttled',
    explanation: 'Too fast, twice; the third hand-over is taken and delivered',
    fate: { answer: 'throttled at first', receipts: ['DELIVRD'] },
  },
  {
    number: '+38640000007',
    name: 'slow',
    explanation: 'Delivered after twenty times the usual delay: 10 seconds',
    fate: { answer: 'accepted', receipts: ['DELIVRD'], slow: true },
  },
  {
    number: '+38640000008',
    name: 'silent',
    explanation: 'Taken, but no receipt ever comes: UNKNOWN in the end',
    fate: { answer: 'accepted', receipts: [] },
  },
  {
    number: '+38640000009',
    name: 'unanswered',
    explanation: 'The first hand-over is never answered; a second one is taken and delivered',
    fate: { answer: 'unanswered at first', receipts: ['DELIVRD'] },
  },
  {
    number: '+38640000010',
    name: 'echo',
    explanation: 'Delivered, then the same text comes back to the sender as an inbound message',
    fate: { answer: 'accepted', receipts: ['DELIVRD'], echo: true },
  },
  {
    number: '+38640000011',
    name: 'busy',
    explanation: 'The queue is always full: tried again until the validity has run out, then FAILED',
    fate: { answer: 'queue full', receipts: [] },
  },
  {
    number: '+38640000012',
    name: 'two receipts',
    explanation: 'A receipt ACCEPTD, which changes nothing, then DELIVRD',
    fate: { answer: 'accepted', receipts: ['ACCEPTD', 'DELIVRD'] },
  },
  {
    number: '+38640000013',
    name: 'part lost',
    explanation: 'The last part of a long message fails, the others are delivered: FAILED',
    fate: { answer: 'accepted', receipts: ['UNDELIV'], lastPartOnly: true },
  },
];

const byNumber = new Map(MAGIC_NUMBERS.map(({ number, fate }) => [number, fate]));

export const fateOf = (destination: string): Fate => byNumber.get(destination) ?? DELIVERED;
