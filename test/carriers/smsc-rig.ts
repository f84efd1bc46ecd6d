/** The SMPP carrier against our own SMSC over a real socket; the SMSC responds to the simulator's magic numbers. */
import { onTestFinished } from 'vitest';
import type { Carrier, CarrierEvents } from '../../src/carriers/carrier.ts';
import { fateOf } from '../../src/carriers/simulator/magic-numbers.ts';
import { type SmppCarrierOptions, smppCarrier } from '../../src/carriers/smpp/carrier.ts';
import type { ReceiptState } from '../../src/smpp/protocol/receipt.ts';
import type { SmscAnswer, SmscOptions } from '../../tools/smsc/options.ts';
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts';
import { until } from './witness.ts';

const STATES: Readonly<Record<string, ReceiptState>> = {
  DELIVRD: 'DELIVERED',
  ACCEPTD: 'ACCEPTED',
  UNDELIV: 'UNDELIVERABLE',
  EXPIRED: 'EXPIRED',
  REJECTD: 'REJECTED',
  UNKNOWN: 'UNKNOWN',
};

/** The simulator's behaviour, expressed as SMSC statuses. */
export function magicFates(): (pdu: { destination_addr: string }) => SmscAnswer {
  let throttled = 0;
  return ({ destination_addr }) => {
    const { answer, receipts } = fateOf(`+${destination_addr}`);
    if (answer === 'refused') return { status: 'ESME_RINVDSTADR' };
    if (answer === 'queue full') return { status: 'ESME_RMSGQFUL' };
    if (answer === 'throttled at first' && throttled++ < 2) return { status: 'ESME_RTHROTTLED' };
    return { status: 'ESME_ROK', state: STATES[receipts[0] ?? ''] ?? 'none' };
  };
}

export const impatient: SmppCarrierOptions = { backoff: { leastMs: 5, mostMs: 20 }, partPausesMs: [5, 10, 20] };

export type Connected = { readonly smsc: Smsc; readonly carrier: Carrier };

export type Wanted = {
  readonly smsc?: SmscOptions;
  readonly query?: string;
  readonly scheme?: 'smpp' | 'smpps';
  readonly options?: SmppCarrierOptions;
};

export const urlOf = ({ port }: Smsc, query = '', scheme = 'smpp'): string =>
  `${scheme}://esme:hunter2@127.0.0.1:${port}${query}`;

/** Bound, and stopped after the test. */
export async function connected(events: CarrierEvents, wanted: Wanted = {}): Promise<Connected> {
  const smsc = await startSmsc({ repeatDelayMs: 10, ...wanted.smsc });
  onTestFinished(() => smsc.stop(200));
  const url = urlOf(smsc, wanted.query, wanted.scheme);
  const carrier = smppCarrier(url, events, { ...impatient, ...wanted.options });
  onTestFinished(() => carrier.stop(200));
  await until(() => carrier.state.up);
  return { smsc, carrier };
}
