import { isGsm } from '../../domain/text/gsm.ts';
import { split } from '../../domain/text/text.ts';
import { toWire } from '../protocol/address.ts';
import { buildParts } from '../protocol/parts.ts';
import type { DeliverSm } from './bind.ts';
import type { Manner } from './receipt-pdu.ts';

/** How long ones are handed over: cut into parts, or whole in message_payload. */
export type LongInbound = 'parts' | 'payload';

export type InboundText = { readonly sender: string; readonly recipient: string; readonly text: string };

/** Without optional parameters there is nowhere to put a long text. */
const withParameters = 0x34;

/** The requests that hand one inbound message to a customer, in order. Its coding follows from its characters. */
export function inboundPdus(
  { sender, recipient, text }: InboundText,
  { version, alphabet }: Manner,
  long: LongInbound,
  reference: number,
): DeliverSm[] {
  const [source, destination] = [toWire(sender), toWire(recipient)];
  const encoding = isGsm(text) ? 'GSM-7' : 'UCS-2';
  const multipart = long === 'payload' && version >= withParameters ? 'payload' : 'udh8';
  const envelope = {
    command: 'deliver_sm',
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source.address,
    dest_addr_ton: destination.ton,
    dest_addr_npi: destination.npi,
    destination_addr: destination.address,
  } as const;
  const parts = buildParts({ parts: split(text, encoding), encoding, alphabet, multipart, reference });
  return parts.map((part) => ({ ...envelope, ...part }));
}
