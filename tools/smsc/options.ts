import type { Pdu } from '../../src/smpp/protocol/pdu.ts';
import type { ReceiptState } from '../../src/smpp/protocol/receipt.ts';
import type { StatusName } from '../../src/smpp/protocol/status.ts';
import type { SessionSettings } from '../../src/smpp/session/session-events.ts';

/** What happens to one message; fields that are left out are decided by the options. */
export type Fate = { readonly status?: StatusName; readonly state?: ReceiptState | 'none' };

export type SmscOptions = {
  readonly host?: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The system_id that may bind; any if left out. */
  readonly systemId?: string;
  readonly password?: string;
  /** Form of the ids; `hex-decimal` answers in hex and writes the receipt in decimal. */
  readonly ids?: 'decimal' | 'hex' | 'hex-decimal';
  readonly answerDelayMs?: number;
  /** Shares of submits, 0 to 1, that are answered with these errors. */
  readonly errors?: Partial<Record<StatusName, number>>;
  /** Submits per second; more are answered with ESME_RTHROTTLED. 0 for no limit. */
  readonly rate?: number;
  readonly receiptDelayMs?: number;
  /** After how long a receipt is repeated that was answered with a temporary error or not at all. 1 s if left out. */
  readonly repeatDelayMs?: number;
  readonly receiptForm?: 'text' | 'parameters' | 'both';
  /** Shares of the states in receipts; all DELIVERED if left out. */
  readonly states?: Partial<Record<ReceiptState, number>>;
  readonly session?: Partial<SessionSettings>;
  /** Decides for a single message, before all of the above. */
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
  receiptsRepeated: number;
  /** Dropped because too many waited for a receiver to bind. */
  receiptsDropped: number;
  inbound: number;
  malformed: number;
};

/** A message that the SMSC has accepted. */
export type Accepted = {
  readonly id: string;
  readonly receiptId: string;
  readonly systemId: string;
  readonly submit: Pdu<'submit_sm' | 'data_sm'>;
  readonly submitted: Date;
  /** Its final state, unless it is cancelled first. */
  state: ReceiptState;
  isFinal: boolean;
};
