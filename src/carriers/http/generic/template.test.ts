import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonTemplate, NAMES, type TemplateValues, template } from './description.ts';

const values = Object.fromEntries(NAMES.map((name) => [name, `<${name}>`])) as Record<(typeof NAMES)[number], string>;

test.each([
  ['plain', 'plain'],
  ['Bearer {password}', 'Bearer <password>'],
  ['{sender}{text}', '<sender><text>'],
  ['{{text}} is {text}', '{text} is <text>'],
  ['', ''],
])('%j becomes %j', (source, expected) => {
  expect(template(source)(values)).toBe(expected);
});

test.each(['{', '}', '{text', '{nothing}', '{}', '{text} }'])('%j is refused', (source) => {
  expect(() => template(source)).toThrow(/description is wrong/);
});

test('what a value holds is never read as a template, and cannot leave its text in JSON', () => {
  const write = jsonTemplate({ to: ['{destination}'], text: 'say {text}', ttl: '{validSeconds:number}', on: true });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, seconds) => {
      const filled: TemplateValues = { ...values, text, validSeconds: String(seconds) };
      const read: unknown = JSON.parse(write(filled));
      expect(read).toEqual({ to: ['<destination>'], text: `say ${text}`, ttl: seconds, on: true });
    }),
  );
});
