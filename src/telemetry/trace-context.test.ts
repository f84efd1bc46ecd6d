import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { newSpanId, readTraceparent, samplerOf, traceOf, writeTraceparent } from './trace-context.ts';

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

test('a traceparent is read, and written again', () => {
  for (const sampled of [true, false])
    expect(readTraceparent(writeTraceparent(caller, sampled))).toEqual({ ...caller, sampled });
  const later = `cc-${caller.traceId}-${caller.spanId}-01-what-comes-later`;
  expect(readTraceparent(later)).toEqual({ ...caller, sampled: true });
});

test.each([
  undefined,
  '',
  ['two', 'headers'],
  `00-${caller.traceId}-${caller.spanId}`,
  `00-${caller.traceId}-${caller.spanId}-01-more`,
  `00-${caller.traceId.toUpperCase()}-${caller.spanId}-01`,
  `00-${'0'.repeat(32)}-${caller.spanId}-01`,
  `00-${caller.traceId}-${'0'.repeat(16)}-01`,
  `ff-${caller.traceId}-${caller.spanId}-01`,
  `cc-${caller.traceId}-${caller.spanId}-01-${'x'.repeat(1_000)}`,
])('not a traceparent: %s', (header) => expect(readTraceparent(header)).toBeUndefined());

test('a message is its own trace', () => {
  const id = newId();
  expect(traceOf(id)).toEqual(traceOf(id.toUpperCase()));
  expect(traceOf(id).traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceOf(id).traceId.endsWith(traceOf(id).spanId)).toBe(true);
  expect(newSpanId()).toMatch(/^[0-9a-f]{16}$/);
});

test('samplers', () => {
  const ids = Array.from({ length: 2_000 }, () => traceOf(newId()).traceId);
  const share = (name: Parameters<typeof samplerOf>[0], ratio: number) =>
    ids.filter((id) => samplerOf(name, ratio)(id)).length / ids.length;
  expect(share('always_on', 0)).toBe(1);
  expect(share('always_off', 1)).toBe(0);
  expect(share('traceidratio', 1)).toBe(1);
  expect(share('traceidratio', 0)).toBe(0);
  expect(share('parentbased_traceidratio', 0.25)).toBeGreaterThan(0.15);
  expect(share('parentbased_traceidratio', 0.25)).toBeLessThan(0.35);
  const unsampled = { ...caller, sampled: false };
  expect(samplerOf('parentbased_always_on', 1)(caller.traceId, unsampled)).toBe(false);
  expect(samplerOf('parentbased_always_off', 1)(caller.traceId, { ...caller, sampled: true })).toBe(true);
  expect(samplerOf('always_on', 1)(caller.traceId, unsampled)).toBe(true);
});
