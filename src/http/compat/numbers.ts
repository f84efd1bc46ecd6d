import type { Notation } from '../../domain/callback/stored.ts';

/** A number as customers of gateways write it: `+386…`, `00386…` or `386…`, with dashes. One without a country stays wrong. */
export function international(written: string): string {
  const digits = written.replaceAll('-', '');
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return /^[1-9]\d*$/.test(digits) ? `+${digits}` : digits;
}

export function notationOf(written: string | undefined): Notation {
  if (written?.startsWith('00')) return '00';
  return written?.startsWith('+') ? '+' : '';
}
