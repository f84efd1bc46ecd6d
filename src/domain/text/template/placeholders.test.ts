import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inLanguage } from './language.ts';
import { filled, piecesOf, placeholdersIn } from './placeholders.ts';
import { templatePieces } from './template.ts';

const single = { open: '{', close: '}', tokens: /([{}])/ };
const unit = fc.constantFrom('a', ' ', '{', '}', '{{', '}}', '{{{{', 'name', 'č', '👋');
const anyText = fc.string({ unit, maxLength: 40 });

test.each([
  ['Hi {{name}}!', 'Hi A!'],
  ['Hi {{ name }}!', 'Hi A!'],
  ['{{{{name}}', '{{name}}'],
  ['{{{{{{name}}', '{{A'],
  ['}} {{name}}}}', '}} A}}'],
  ['{name}', '{name}'],
])('%s becomes %s', (text, expected) => {
  expect(filled(templatePieces(text), (name) => (name === 'name' ? 'A' : undefined))).toBe(expected);
});

test('the pieces of a text are the text, but for literal braces', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(filled(piecesOf(text, single), () => undefined)).toBe(text);
      const written = (piece: ReturnType<typeof piecesOf>[number]) =>
        typeof piece === 'string' ? piece.replaceAll('{{', '{{{{') : piece.written;
      expect(templatePieces(text).map(written).join('')).toBe(text);
    }),
  );
});

test('every placeholder is where it says', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { written, at } of placeholdersIn(templatePieces(text)))
        expect(text.slice(at, at + written.length)).toBe(written);
    }),
  );
});

test('values are taken as they are', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      const values = new Map([
        ['a', a],
        ['b', b],
      ]);
      expect(filled(templatePieces('{{a}}-{{b}}-{{a}}'), (name) => values.get(name))).toBe(`${a}-${b}-${a}`);
    }),
  );
});

test('a megabyte of braces takes linear time', () => {
  expect(templatePieces('{{'.repeat(262_143)).length).toBeGreaterThan(1);
  expect(piecesOf('{'.repeat(500_000), single)).toHaveLength(500_001);
});

test('a language without its region is found last', () => {
  const asked: string[] = [];
  expect(inLanguage('zh-Hant-TW', (tag) => void asked.push(tag))).toBeUndefined();
  expect(asked).toEqual(['zh-Hant-TW', 'zh-Hant', 'zh']);
});
