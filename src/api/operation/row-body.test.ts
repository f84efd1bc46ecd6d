import { expect, test } from 'vitest';
import { Type } from '../../base/type.ts';
import { bodyOf } from './row-body.ts';

const Thing = Type.Object({
  thingId: Type.String(),
  createdAt: Type.String(),
  endedAt: Type.Union([Type.String(), Type.Null()]),
  note: Type.Optional(Type.String()),
  text: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  isOld: Type.Boolean(),
});
const createdAt = new Date('2026-11-18T12:00:00Z');
const row = { id: '1', created_at: createdAt, ended_at: null, note: null, text: null, secret: 'x', isOld: false };

test('fields come from the columns of the same names; columns without a field are not sent', () => {
  const body = bodyOf(Thing, { ...row, note: 'a', text: 'b' }, { thingId: row.id });
  expect(body).toEqual({ thingId: '1', createdAt, endedAt: null, note: 'a', text: 'b', isOld: false });
});

test('an optional field that is null is left out, unless its schema allows null', () => {
  const body = bodyOf(Thing, row, { thingId: row.id });
  expect(body).toEqual({ thingId: '1', createdAt, endedAt: null, text: null, isOld: false });
});

test('what is given replaces a column, also by nothing', () => {
  const body = bodyOf(Thing, { ...row, note: 'a' }, { thingId: row.id, note: undefined, isOld: true });
  expect(body).toEqual({ thingId: '1', createdAt, endedAt: null, text: null, isOld: true });
});
