import type { ReceiptOutcome } from '../carrier.ts';

/** The answer to a submit. `at first`: for the first attempts of a message. */
export type MagicAnswer = 'accepted' | 'refused' | 'queue full' | 'throttled at first' | 'unanswered at first';

/** The seven-letter states of SMPP 3.4, appendix B. */
export type ReceiptStat = 'DELIVRD' | 'ACCEPTD' | 'UNDELIV' | 'EXPIRED' | 'REJECTD' | 'UNKNOWN';

export const STAT_OUTCOMES: Readonly<Record<ReceiptStat, ReceiptOutcome>> = {
  DELIVRD: 'delivered',
  ACCEPTD: 'no change',
  UNDELIV: 'failed',
  EXPIRED: 'failed',
  REJECTD: 'rejected',
  UNKNOWN: 'unknown',
};

export type MagicFate = {
  readonly answer: MagicAnswer;
  readonly receipts: readonly ReceiptStat[];
  /** The other parts are delivered. */
  readonly lastPartOnly?: boolean;
  readonly slow?: boolean;
  /** The text comes back as an inbound message. */
  readonly echo?: boolean;
};

export const DELIVERED: MagicFate = { answer: 'accepted', receipts: ['DELIVRD'] };

const accepted = (...receipts: ReceiptStat[]): MagicFate => ({ answer: 'accepted', receipts });
const answered = (answer: MagicAnswer, ...receipts: ReceiptStat[]): MagicFate => ({ answer, receipts });

const table: readonly (readonly [name: string, explanation: string, fate: MagicFate])[] = [
  ['failed', 'Taken, then a receipt UNDELIV: FAILED', accepted('UNDELIV')],
  ['expired', 'Taken, then a receipt EXPIRED: FAILED', accepted('EXPIRED')],
  ['refused', 'Refused for good at hand-over: REJECTED, price given back', answered('refused')],
  ['rejected', 'Taken, then a receipt REJECTD: REJECTED, price given back', accepted('REJECTD')],
  ['unknown', 'Taken, then a receipt UNKNOWN: UNKNOWN', accepted('UNKNOWN')],
  [
    'throttled',
    'Too fast, twice; the third hand-over is taken and delivered',
    answered('throttled at first', 'DELIVRD'),
  ],
  ['slow', 'Delivered after twenty times the usual delay: 10 seconds', { ...DELIVERED, slow: true }],
  ['silent', 'Taken, but no receipt ever comes: UNKNOWN in the end', accepted()],
  [
    'unanswered',
    'The first hand-over is never answered; a second one is taken and delivered',
    answered('unanswered at first', 'DELIVRD'),
  ],
  [
    'echo',
    'Delivered, then the same text comes back to the sender as an inbound message',
    { ...DELIVERED, echo: true },
  ],
  ['busy', 'The queue is always full: tried again until the validity has run out, then FAILED', answered('queue full')],
  ['two receipts', 'A receipt ACCEPTD, which changes nothing, then DELIVRD', accepted('ACCEPTD', 'DELIVRD')],
  [
    'part lost',
    'The last part of a long message fails, the others are delivered: FAILED',
    { ...accepted('UNDELIV'), lastPartOnly: true },
  ],
];

/** Valid Slovenian mobile numbers, so that they pass every check; `docs/guides/simulator.md` shows the same table. */
export const MAGIC_NUMBERS = table.map(([name, explanation, fate], index) => ({
  number: `+${38640000001 + index}`,
  name,
  explanation,
  fate,
}));

const byNumber = new Map(MAGIC_NUMBERS.map(({ number, fate }) => [number, fate]));

export const fateOf = (destination: string): MagicFate => byNumber.get(destination) ?? DELIVERED;
