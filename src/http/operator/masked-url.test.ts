import { expect, it } from 'vitest';
import { maskedUrl } from './masked-url.ts';

it.each([
  ['https://example.com/hook?a=b:c@d', 'https://example.com/hook?a=b:c@d'],
  ['https://user:secret@example.com/', 'https://user:***@example.com/'],
  ['https://user:sec@ret:x@example.com', 'https://user:***@example.com'],
  ['https://:secret@example.com', 'https://:***@example.com'],
  ['smpp://esme:hunter2@127.0.0.1:2775?window=5', 'smpp://esme:***@127.0.0.1:2775?window=5'],
  ['smpp://esme@host', 'smpp://esme@host'],
  ['simulator:?receipt_delay=5', 'simulator:?receipt_delay=5'],
])('%s is shown as %s', (url, shown) => {
  expect(maskedUrl(url)).toBe(shown);
});
