import { responseName } from '../../smpp/protocol/commands.ts';
import type { Pdu } from '../../smpp/protocol/pdu.ts';
import { statusCode } from '../../smpp/protocol/status.ts';
import type { Concatenation } from '../../smpp/protocol/text.ts';
import type { Reply } from '../../smpp/session/session-events.ts';
import type { CarrierEvents, InboundEvent, ReceiptEvent } from '../carrier.ts';
import { receiptKeys } from './message-id.ts';
import { type Delivery, type InboundPart, type Receipt, readDelivery } from './receipt.ts';
import type { SmppSettings } from './settings.ts';

/**
 * Passes on what the SMSC delivered. The answer is sent once it is stored; if storing fails, it is a temporary error, and the SMSC
 * repeats the delivery.
 */
export async function takeDelivery(
  pdu: Pdu<'deliver_sm' | 'data_sm'>,
  settings: SmppSettings,
  events: CarrierEvents,
  onFailure: (error: unknown) => void,
): Promise<Reply> {
  const command = responseName(pdu.command);
  try {
    await hand(readDelivery(pdu, settings), settings, events);
    return { command };
  } catch (error) {
    onFailure(error);
    return { command, status: statusCode('ESME_RX_T_APPN') };
  }
}

function hand(delivery: Delivery, settings: SmppSettings, events: CarrierEvents): Promise<void> {
  switch (delivery.kind) {
    case 'receipt':
      return events.onReceipt(receiptEvent(delivery.receipt, settings));
    case 'inbound':
      return events.onInbound(inboundEvent(delivery.part));
    case 'doubtful':
      return events.onDoubtful(receiptEvent(delivery.receipt, settings), inboundEvent(delivery.part));
  }
}

function receiptEvent(receipt: Receipt, { ids }: SmppSettings): ReceiptEvent {
  const { messageId, outcome, destination, numbers, error, text } = receipt;
  return {
    keys: messageId === undefined ? [] : receiptKeys(messageId, ids),
    outcome,
    destination,
    numbers,
    error,
    text,
  };
}

function inboundEvent({ sender, recipient, octets, alphabet, concatenation }: InboundPart): InboundEvent {
  return { sender, recipient, octets, alphabet, concatenation: concatenation && partOf(concatenation) };
}

/** 8-bit, 16-bit and `sar` references are separate ranges: the same number of another kind is another text. */
const FIRST_REFERENCE = { udh8: 0, udh16: 0x1_0000, sar: 0x2_0000 } as const;

function partOf({ kind, reference, total, part }: Concatenation): NonNullable<InboundEvent['concatenation']> {
  return { reference: FIRST_REFERENCE[kind] + reference, total, part };
}
