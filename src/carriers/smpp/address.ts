/** An address as SMPP carries it: type of number, numbering plan, and the digits or letters. */
export type WireAddress = { readonly ton: number; readonly npi: number; readonly address: string };

const TON = { unknown: 0, international: 1, networkSpecific: 3, alphanumeric: 5 } as const;
const NPI = { unknown: 0, isdn: 1 } as const;

/**
 * `+38640123456` is international (1/1) without its plus; up to eight digits are a short code (3/0, what most carriers
 * expect); longer digits without a plus are of unknown type (0/1); all else is alphanumeric (5/0). A carrier that wants
 * other numbers says so in its settings.
 */
export function toWire(address: string): WireAddress {
  if (/^\+\d+$/.test(address)) return { ton: TON.international, npi: NPI.isdn, address: address.slice(1) };
  if (/^\d{1,8}$/.test(address)) return { ton: TON.networkSpecific, npi: NPI.unknown, address };
  if (/^\d+$/.test(address)) return { ton: TON.unknown, npi: NPI.isdn, address };
  return { ton: TON.alphanumeric, npi: NPI.unknown, address };
}

/**
 * The address as we write it. Carriers that do not fill in the type send international digits all the same, so ten or more
 * digits of unknown type without a leading zero count as international; national numbers stay as they came.
 */
export function fromWire({ ton, address }: WireAddress): string {
  const text = address.trim();
  if (ton === TON.international && /^\d+$/.test(text)) return `+${text.replace(/^00/, '')}`;
  if (ton === TON.unknown && /^00[1-9]\d+$/.test(text)) return `+${text.slice(2)}`;
  if (ton === TON.unknown && /^[1-9]\d{9,14}$/.test(text)) return `+${text}`;
  return text;
}
