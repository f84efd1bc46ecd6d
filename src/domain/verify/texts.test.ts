import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepare } from '../text/text.ts';
import { builtInTexts, longestService, longestTemplate, templateFault, textFor, verifyText } from './texts.ts';

const unicode = ['bg', 'el', 'mk', 'ru', 'uk'];
const none = new Map<string, string>();

test.each(Object.entries(builtInTexts))(
  'the text for %s is one segment, and keeps the rules of templates',
  (language, text) => {
    expect(templateFault(text)).toBeUndefined();
    expect(text).toContain('{service}');
    const prepared = prepare(verifyText(text, '123456', 'Hermod', {}), false);
    expect(prepared).toMatchObject({ ok: true, segments: 1, encoding: unicode.includes(language) ? 'UCS-2' : 'GSM-7' });
  },
);

test('there are texts for more than twenty languages, and a region does not matter', () => {
  expect(Object.keys(builtInTexts).length).toBeGreaterThan(20);
  expect(textFor('sl-SI', none)).toBe(builtInTexts['sl']);
  expect(textFor('DE', none)).toBe(builtInTexts['de']);
  expect(textFor('xx', none)).toBeUndefined();
  expect(textFor('constructor', none)).toBeUndefined();
  expect(textFor('pt-BR', none)).toBe(builtInTexts['pt']);
});

test("an account's own text stands in place of the built-in one", () => {
  expect(textFor('sl-SI', new Map([['sl', 'Koda {code}']]))).toBe('Koda {code}');
});

test.each([
  ['Your code', 'must hold {code}'],
  ['{code} {code}', 'once'],
  ['A{code} is it', 'no letter, digit or {service} beside'],
  ['{code}7 is it', 'no letter, digit or {service} beside'],
  ['{service}{code} is it', 'no letter, digit or {service} beside'],
  ['{code}{service}', 'no letter, digit or {service} beside'],
  ['Your code is {code}.', 'must not end with'],
  ['Your code is {code}! ', 'must not end with'],
  ['{code} for {name}', 'such as {name}'],
  [`{code} ${'x'.repeat(longestTemplate)}`, 'at most'],
])('%s is not a template', (template, fault) => expect(templateFault(template)).toContain(fault));

test.each([
  '{code}',
  'Your code is {code}',
  '{code}, {service}',
  '{service}: {code} is it. Bye.',
  'Code: {code}\nKeep it.',
])('%s is one', (template) => expect(templateFault(template)).toBeUndefined());

test('what phones read to fill a code in is the last line', () => {
  expect(verifyText('{code} for {service}', '0123', 'Shop', { domain: 'shop.example' })).toBe(
    '0123 for Shop\n\n@shop.example #0123',
  );
  expect(verifyText('{code}', '0123', 'Shop', { appHash: 'FA+9qCX9VSu' })).toBe('0123\n\nFA+9qCX9VSu');
});

test('a name of a service is taken as it is, whatever it looks like', () => {
  expect(verifyText('{code} {service}', '0123', '{code} $& {service}', {})).toBe('0123 {code} $& {service}');
});

test('the longest template, name and code fit into a message', () => {
  const text = `{code} ${'{service}'.repeat(10)}${'x'.repeat(longestTemplate - 97)}`;
  expect(templateFault(text)).toBeUndefined();
  expect(prepare(verifyText(text, '0123456789', 's'.repeat(longestService), {}), false)).toMatchObject({ ok: true });
});

test('in whatever text keeps the rules, the code stands alone', () => {
  const part = fc.string({
    maxLength: 20,
    unit: fc.constantFrom('a', '7', ' ', '.', '{code}', '{service}', '\n', '{', '}'),
  });
  fc.assert(
    fc.property(part, part, (before, behind) => {
      const template = `${before}{code}${behind}`;
      fc.pre(templateFault(template) === undefined);
      expect(verifyText(template, '012345', '7Shop7', {}).match(/(?<![0-9])012345(?![0-9])/g)).toHaveLength(1);
    }),
  );
});
