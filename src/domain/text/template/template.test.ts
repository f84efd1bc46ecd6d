import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalLanguage } from './language.ts';
import { contentFault, render, type TemplateContent, templateLimits, textFault } from './template.ts';
import { type Variable, written } from './variable.ts';

const content = (text: string, variables: readonly Variable[] = [], more: Record<string, string> = {}) =>
  ({ defaultLanguage: 'en', texts: { en: text, ...more }, variables }) satisfies TemplateContent;
const text = (name: string, more: object = {}): Variable => ({ name, type: 'text', ...more });

test.each([
  ['Hi {{name', 'must close the {{ at character 4'],
  ['👋 {{name {{name}}', 'must close the {{ at character 3'],
  ['Hi {{}}', 'must hold the name of a variable between {{ and }} at character 4'],
  ['Hi {{first name}}', 'at character 4'],
  ['Hi {{1st}}', 'at character 4'],
  [`Hi {{${'n'.repeat(33)}}}`, 'at character 4'],
  ['Hi {{{name}}}', 'at character 4'],
  ['Hi {{name}}, {{other}}', '{{other}} at character 14 is not one'],
  [' ', 'must not be blank'],
  ['x'.repeat(641), 'at most 640'],
  ['a\0b', 'NUL'],
  ['a\ud800b', 'surrogate'],
])('%s is refused: %s', (written, fault) => expect(textFault(written, new Set(['name']))).toContain(fault));

test.each(['Hi {{name}}', '{{ name }}', '{{{{name', 'a } }} b', '👋'.repeat(640)])('%s is a text', (written) =>
  expect(textFault(written, new Set(['name']))).toBeUndefined(),
);

test.each([
  [{ defaultLanguage: 'en', texts: {}, variables: [] }, 'texts must hold'],
  [{ defaultLanguage: 'de', texts: { en: 'Hi' }, variables: [] }, 'defaultLanguage must be'],
  [content('Hi', [text('a'), text('a')]), 'a is declared twice'],
  [content('Hi', [text('1')]), 'a name must begin with a letter'],
  [content('Hi', [text('a', { default: 5 })]), 'the default of a must be a text'],
  [content('Hi', [text('a', { default: 'long', maxLength: 3 })]), 'at most 3 characters'],
  [
    content(
      'Hi',
      Array.from({ length: templateLimits.variables + 1 }, (_, n) => text(`v${n}`)),
    ),
    'at most 50 entries',
  ],
  [content('Hi', [], { sl: 'Zdravo {{ime}}' }), 'texts.sl must use declared variables only'],
  [
    content('Hi', [], Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x${n}`, 'Hi']))),
    'at most 30 languages',
  ],
])('content is refused: %#', (given, fault) => expect(contentFault(given as TemplateContent)).toContain(fault));

const order = content('Order {{code}} of {{day}}: {{amount}} EUR, {{link}}', [
  { name: 'code', type: 'code', maxLength: 10 },
  { name: 'day', type: 'date' },
  { name: 'amount', type: 'number' },
  { name: 'link', type: 'url', default: 'https://shop.example.com' },
]);
const data = { code: '0012-A', day: '2026-11-20', amount: 12345.5 };

test('numbers and dates are written in the language of the text', () => {
  expect(render(order, undefined, data).text).toBe(
    'Order 0012-A of Nov 20, 2026: 12,345.5 EUR, https://shop.example.com',
  );
  const both = { ...order, texts: { ...order.texts, sl: '{{code}}, {{day}}: {{amount}}' } };
  expect(render(both, 'sl-SI', data)).toEqual({ language: 'sl', text: '0012-A, 20. nov. 2026: 12.345,5' });
  expect(render(both, 'fr', data).language).toBe('en');
});

test.each([
  [{ ...data, code: undefined }, 'the template variable code is missing'],
  [{ ...data, code: null }, 'the template variable code is missing'],
  [{ ...data, code: 12 }, 'the template variable code must have only letters, digits and hyphens'],
  [{ ...data, code: '12345678901' }, 'the template variable code must have at most 10 characters'],
  [{ ...data, day: '2026-02-30' }, 'the template variable day must be a date'],
  [{ ...data, amount: '5' }, 'the template variable amount must be a number'],
  [{ ...data, amount: Number.POSITIVE_INFINITY }, 'the template variable amount must be a number'],
  [{ ...data, link: 'javascript:alert(1)' }, 'the template variable link must be a URL'],
  [{ ...data, other: 'x' }, 'the template variable other is not declared'],
  [{ ...data, toString: 'x' }, 'the template variable toString is not declared'],
])('data are refused: %#', (given, fault) => expect(() => render(order, 'en', given)).toThrow(fault));

test('a rendered text has every value once, and nothing is replaced in a value', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (a, b) => {
      const given = content('{{a}}|{{ b }}', [text('a'), text('b')]);
      expect(render(given, 'en', { a, b }).text).toBe(`${a}|${b}`);
    }),
  );
});

test('whatever text is valid can be rendered with its variables', () => {
  const part = fc.constantFrom('a', ' ', '{{x}}', '{{ y }}', '{{{{', '}}', '{', '}', 'č');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const given = content(parts.join(''), [text('x'), text('y')]);
      fc.pre(contentFault(given) === undefined);
      expect(typeof render(given, 'en', { x: '1', y: '2' }).text).toBe('string');
    }),
  );
});

test('numbers keep their digits, and no more', () => {
  const number: Variable = { name: 'n', type: 'number' };
  expect(written(number, 0.1 + 0.2, 'en')).toEqual({ text: '0.3' });
  expect(written(number, 1234567.891, 'sl')).toEqual({ text: '1.234.567,891' });
});

test('language tags have one form', () => {
  expect(['SL', 'sl-si', 'pt-br', 'a', 'sl_SI'].map(canonicalLanguage)).toEqual([
    'sl',
    'sl-SI',
    'pt-BR',
    undefined,
    undefined,
  ]);
});
