import { type Header, valuesOf } from './headers.ts';

const marks = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply', 'x-failed-recipients', 'x-loop'];

/**
 * Whether a program wrote the mail or a list sent it around (RFC 3834 and what came before it). Such a mail may ask for an
 * SMS, but is never answered: the answer would reach nobody, or begin a loop.
 */
export function isAutomatic(headers: readonly Header[]): boolean {
  const has = (name: string, test: (value: string) => boolean) => valuesOf(headers, name).some(test);
  return (
    has('auto-submitted', (value) => !/^no\b/i.test(value)) ||
    has('precedence', (value) => /^(bulk|list|junk|auto_reply)\b/i.test(value)) ||
    has('x-auto-response-suppress', suppressesReplies) ||
    has('return-path', (value) => /^<\s*>$/.test(value)) ||
    has('from', (value) => /\bmailer-daemon@/i.test(value)) ||
    has('content-type', (value) => /^multipart\/report\b/i.test(value)) ||
    headers.some(({ name }) => /^list-/i.test(name) || marks.includes(name.toLowerCase()))
  );
}

/** Other values ask for no receipts or no out-of-office notes: an answer to a mistake is neither. */
function suppressesReplies(value: string): boolean {
  return value.split(/[\s,;]+/).some((kind) => /^(?:all|autoreply)$/i.test(kind));
}
