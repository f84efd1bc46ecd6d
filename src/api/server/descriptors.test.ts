import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectionLimits } from './connections.ts';

const unset = { maxConnections: undefined, maxConnectionsPerPeer: undefined };

test('without a setting there are many connections, of which one address has half', () => {
  expect(connectionLimits(unset, 2 ** 20)).toEqual({ all: 24_000, perPeer: 12_000 });
});

test('of few descriptors a quarter is left for files, the database, carriers and webhooks, and 256 at least', () => {
  expect([512, 1_024, 4_096].map((limit) => connectionLimits(unset, limit).all)).toEqual([256, 768, 3_072]);
});

test('no setting takes more than that', () => {
  const some = fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined });
  fc.assert(
    fc.property(some, some, fc.integer({ min: 272, max: 2 ** 20 }), (maxConnections, maxConnectionsPerPeer, limit) => {
      const { all, perPeer } = connectionLimits({ maxConnections, maxConnectionsPerPeer }, limit);
      expect(all).toBeLessThanOrEqual(limit - 256);
      expect(perPeer).toBeLessThanOrEqual(all);
    }),
  );
});
