/** What may follow the ? of an smpp:// URL, as docs/reference/carrier-url.md has it. A test compares both with the service. */
export type Option = { readonly name: string; readonly standard: string } & (
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'text'; readonly most: number }
);

const number = (name: string, standard: string, min: number, max: number): Option => ({
  name,
  standard,
  kind: 'number',
  min,
  max,
});
const choice = (name: string, ...choices: [string, ...string[]]): Option => ({
  name,
  standard: choices[0],
  kind: 'choice',
  choices,
});
const text = (name: string, standard: string, most: number): Option => ({ name, standard, kind: 'text', most });

/** Those that a carrier is nearly always given. */
export const usual = [
  number('binds', '1', 1, 64),
  number('window', '50', 1, 5_000),
  number('rate', '0', 0, 1_000_000),
] as const;

export const rare: readonly Option[] = [
  choice('mode', 'transceiver', 'pair'),
  number('timeout', '10', 1, 120),
  number('enquire', '30', 1, 3_600),
  choice('alphabet', 'gsm', 'packed', 'latin1'),
  choice('multipart', 'udh8', 'udh16', 'sar', 'payload'),
  choice('ids', 'auto', 'exact', 'same', 'hex-decimal', 'decimal-hex'),
  choice('receipts', 'all', 'failures', 'none'),
  choice('unflagged_receipts', 'false', 'true'),
  choice('validity', 'relative', 'absolute', 'none'),
  choice('unanswered', 'resend', 'unknown'),
  text('country', 'SI', 2),
  text('system_type', '', 12),
  text('service_type', '', 5),
  text('address_range', '', 40),
  number('source_ton', '', 0, 6),
  number('source_npi', '', 0, 18),
  number('dest_ton', '', 0, 6),
  number('dest_npi', '', 0, 18),
  choice('verify', 'true', 'false'),
];

export const options: readonly Option[] = [...usual, ...rare];
