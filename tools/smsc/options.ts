import type { Pdu } from '../../src/smpp/protocol/pdu.ts';
import type { ReceiptState } from '../../src/smpp/protocol/receipt.ts';
import type { StatusName } from '../../src/smpp/protocol/status.ts';
import type { SessionSettings } from '../../src/smpp/session/session-events.ts';

/** What happens to one message; what is left out is decided by the options. */
export type Fate = { readonly status?: StatusName; readonly state?: ReceiptState | 'none' };

export type SmscOptions = {
  readonly host?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Who may bind; everybody if left out. */
  readonly systemId?: string;
  readonly password?: string;
  /** Form of the ids; `hex-decimal` answers in hex and writes the receipt in decimal. */
  readonly ids?: 'decimal' | 'hex' | 'hex-decimal';
  readonly answerDelayMs?: number;
  /** Shares of submits, 0 to 1, that are answered with these errors. */
  readonly errors?: Partial<Record<StatusName, number>>;
  /** Submits a second; more are answered with ESME_RTHROTTLED. 0 for no limit. */
  readonly rate?: number;
  readonly receiptDelayMs?: number;
  /** When a receipt comes again that was answered with a temporary error, or with nothing. A second if left out. */
  readonly repeatDelayMs?: number;
  readonly receiptForm?: 'text' | 'parameters' | 'both';
  /** Shares of the states in receipts; all DELIVERED if left out. */
  readonly states?: Partial<Record<ReceiptState, number>>;
  readonly session?: Partial<SessionSettings>;
  /** Decides over a single message before all of the above. */
  readonly onSubmit?: (pdu: Pdu<'submit_sm' | 'data_sm'>) => Fate | undefined;
};

export type SmscCounters = {
  connections: number;
  binds: number;
  bindsRefused: number;
  submits: number;
  accepted: number;
  throttled: number;
  refused: number;
  receipts: number;
  receiptsAcknowledged: number;
  /** Sent once more. */
  receiptsRepeated: number;
  /** No receiver was bound for too long a line of receipts. */
  receiptsDropped: number;
  inbound: number;
  malformed: number;
};

/** A message that the SMSC has taken. */
export type Accepted = {
  readonly id: string;
  readonly receiptId: string;
  readonly systemId: string;
  readonly submit: Pdu<'submit_sm' | 'data_sm'>;
  readonly submitted: Date;
  /** Where it ends up, unless it is cancelled before. */
  state: ReceiptState;
  isFinal: boolean;
};
