import { expect, test } from 'vitest';
import { withheld, withheldFilter } from './withheld.ts';

const at = new Date(0);
const answer = {
  messages: [{ messageId: '1', content: 'Hello', at, parts: [{ text: 'Hello', reference: 'a' }] }],
  keys: [{ keyId: '2', prefix: '3f2b8c1d', label: 'shop' }],
  routes: [{ prefix: '+38640' }],
  deliveries: [
    { kind: 'inbound message', payload: '{"Message":"Hello"}' },
    { kind: 'delivery report', payload: '{}' },
  ],
};

test('who may read everything gets the answer itself', () => {
  expect(withheld(answer, () => true)).toBe(answer);
  expect(withheld(answer, (what) => what === 'keys', true)).toBe(answer);
});

test('texts and keys are left out, at any depth, and nothing else', () => {
  expect(withheld(answer, () => false)).toEqual({
    messages: [{ messageId: '1', at, parts: [{ reference: 'a' }] }],
    keys: [{ keyId: '2', label: 'shop' }],
    routes: [{ prefix: '+38640' }],
    deliveries: [{ kind: 'inbound message' }, { kind: 'delivery report', payload: '{}' }],
  });
});

test('each by its own grant', () => {
  expect(withheld(answer, (what) => what === 'text')).toEqual({ ...answer, keys: [{ keyId: '2', label: 'shop' }] });
  expect(withheld(answer, (what) => what === 'keys')).toMatchObject({
    keys: answer.keys,
    messages: [{ messageId: '1', at }],
  });
  expect(withheld('text', () => false)).toBe('text');
  expect(withheld(null, () => false)).toBeNull();
});

test('a filter over what may not be read is found, and one that only shows it is not', () => {
  const names = ['limit', 'content', 'prefix', 'subject'];
  expect(withheldFilter(names, () => true)).toBeUndefined();
  expect(withheldFilter(names, () => false)).toBe('prefix');
  expect(withheldFilter(names, (what) => what === 'keys')).toBe('subject');
  expect(withheldFilter(['limit', 'content', 'sender'], () => false)).toBeUndefined();
});
