import { expect, test } from 'vitest';
import { fillText, samplesOf, type TemplateContent, textChanges, valuesOf, variablesIn } from './template-text.ts';

const content: TemplateContent = {
  defaultLanguage: 'en',
  texts: { en: 'Hi {{name}}, {{amount}} EUR by {{day}}', sl: '{{name}}: {{amount}}' },
  variables: [
    { name: 'name', type: 'text', maxLength: 5 },
    { name: 'amount', type: 'number' },
    { name: 'day', type: 'date', default: '2026-12-01' },
  ],
};

test('what is missing or wrong stays a placeholder', () => {
  const half = fillText(content, 'en', { amount: 'a lot' });
  expect(half.text).toBe('Hi {{name}}, {{amount}} EUR by Dec 1, 2026');
  expect([[...half.wrong], [...half.missing]]).toEqual([['amount'], ['name']]);
  expect(fillText(content, 'sl-SI', { name: 'Ana', amount: '12,5' }).text).toBe('Ana: 12,5');
  expect(fillText(content, 'en', { name: 'Marija', amount: '1' }).wrong).toContain('name');
});

test('values are sent as their type wants them', () => {
  expect(valuesOf(content, { name: ' Ana ', amount: '12,5', day: '' })).toEqual({ name: 'Ana', amount: 12.5 });
});

test('variables are those of the texts', () => {
  const [, amount] = content.variables;
  expect(variablesIn(['{{amount}} {{new}} {{ amount }} {{1}} {{open'], content.variables)).toEqual([
    amount,
    { name: 'new', type: 'text' },
  ]);
  expect(fillText(content, 'en', { ...samplesOf(content.variables), name: 'Ana' }).missing.size).toBe(0);
});

test('the texts that a version changed', () => {
  const newer = { ...content, texts: { en: 'Hello', de: 'Hallo', sl: content.texts['sl']! } };
  expect(textChanges(content, newer)).toEqual([
    { language: 'en', before: content.texts['en'], after: 'Hello' },
    { language: 'de', before: undefined, after: 'Hallo' },
  ]);
  expect(textChanges(undefined, newer)).toHaveLength(3);
});
