import { type AddressType, subscriberNumber } from '../../domain/phone/phone.ts';

/** An address as SMPP carries it: type of number, numbering plan, and the digits or letters. */
export type WireAddress = { readonly ton: number; readonly npi: number; readonly address: string };

export const TON = { unknown: 0, international: 1, national: 2, networkSpecific: 3, alphanumeric: 5 } as const;
const NPI = { unknown: 0, isdn: 1 } as const;

/**
 * `+38640123456` is international (1/1) without its plus; up to eight digits are a short code (3/0, what most carriers
 * expect); longer digits without a plus are of unknown type (0/1); everything else is alphanumeric (5/0). A carrier's
 * settings can override these values.
 */
export function toWire(address: string): WireAddress {
  if (/^\+\d+$/.test(address)) return { ton: TON.international, npi: NPI.isdn, address: address.slice(1) };
  if (/^\d{1,8}$/.test(address)) return { ton: TON.networkSpecific, npi: NPI.unknown, address };
  if (/^\d+$/.test(address)) return { ton: TON.unknown, npi: NPI.isdn, address };
  return { ton: TON.alphanumeric, npi: NPI.unknown, address };
}

const TYPES: Readonly<Record<number, AddressType>> = {
  [TON.unknown]: 'unknown',
  [TON.international]: 'international',
  [TON.national]: 'national',
  [TON.alphanumeric]: 'name',
};

/** E.164 where that is certain. `country` is the one whose national numbers the peer writes. */
export function fromWire({ ton, address }: WireAddress, country = ''): string {
  return subscriberNumber(address, TYPES[ton] ?? 'other', country);
}

type SourceFields = {
  readonly source_addr_ton: number;
  readonly source_addr_npi: number;
  readonly source_addr: string;
};
type DestinationFields = {
  readonly dest_addr_ton: number;
  readonly dest_addr_npi: number;
  readonly destination_addr: string;
};

export function sourceIn(pdu: SourceFields): WireAddress {
  return { ton: pdu.source_addr_ton, npi: pdu.source_addr_npi, address: pdu.source_addr };
}

export function destinationIn(pdu: DestinationFields): WireAddress {
  return { ton: pdu.dest_addr_ton, npi: pdu.dest_addr_npi, address: pdu.destination_addr };
}

export function addressFields(source: WireAddress, destination: WireAddress): SourceFields & DestinationFields {
  return {
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source.address,
    dest_addr_ton: destination.ton,
    dest_addr_npi: destination.npi,
    destination_addr: destination.address,
  };
}
