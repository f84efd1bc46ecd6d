import type { Encoding } from '../../domain/text/text.ts';
import { absoluteTime, relativeTime, toWire } from '../../smpp/protocol/fields.ts';
import type { PduInput } from '../../smpp/protocol/pdu.ts';
import { buildParts } from '../../smpp/protocol/text.ts';
import type { SmppSettings } from './settings.ts';

export type SubmitMessage = {
  readonly sender: string;
  readonly destination: string;
  readonly parts: readonly string[];
  readonly encoding: Encoding;
  /** The concatenation reference, by which the phone joins the parts. */
  readonly reference: number;
  readonly validUntil: Date;
};

const REGISTERED_DELIVERY = { all: 1, failures: 2, none: 0 } as const;

/** The requests that submit one message: one per part, in order. */
export function submitRequests(message: SubmitMessage, settings: SmppSettings, now: Date): PduInput<'submit_sm'>[] {
  const source = toWire(message.sender);
  const destination = toWire(message.destination);
  const envelope = {
    command: 'submit_sm',
    service_type: settings.serviceType,
    source_addr_ton: settings.sourceTon ?? source.ton,
    source_addr_npi: settings.sourceNpi ?? source.npi,
    source_addr: source.address,
    dest_addr_ton: settings.destTon ?? destination.ton,
    dest_addr_npi: settings.destNpi ?? destination.npi,
    destination_addr: destination.address,
    validity_period: validityPeriod(message.validUntil, settings.validity, now),
    registered_delivery: REGISTERED_DELIVERY[settings.receipts],
  } as const;
  return buildParts({ ...message, ...settings }).map((part) => ({ ...envelope, ...part }));
}

function validityPeriod(until: Date, form: SmppSettings['validity'], now: Date): string {
  if (form === 'none') return '';
  return form === 'absolute' ? absoluteTime(until) : relativeTime((until.getTime() - now.getTime()) / 1000);
}
