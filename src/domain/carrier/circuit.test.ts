import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterAnswer,
  afterRefusal,
  type Circuit,
  closedCircuit,
  longestRestMs,
  passageOf,
  probing,
  resting,
  shutMs,
} from './circuit.ts';

describe('the circuit of a carrier', () => {
  it('lets everything pass until a refusal, then nothing, then one probe', () => {
    expect(passageOf(closedCircuit, 0)).toBe('free');
    const refused = afterRefusal(closedCircuit, 'HTTP 401', 0, 1);
    expect(refused).toMatchObject({ failures: 1, reason: 'HTTP 401', retryAt: 1_000 });
    expect(passageOf(refused, 999)).toBe('none');
    expect(passageOf(refused, 1_000)).toBe('probe');
    const asked = probing(refused, 5_000);
    expect(passageOf(asked, 4_999)).toBe('none');
    // The process that sent the probe has vanished.
    expect(passageOf(asked, 5_000)).toBe('probe');
    expect(passageOf(afterAnswer(asked), 1_001)).toBe('free');
  });

  it('waits longer after each refused probe, at most a minute', () => {
    let circuit: Circuit = closedCircuit;
    const waits: number[] = [];
    for (let now = 0; waits.length < 9; now = circuit.retryAt) {
      circuit = afterRefusal(circuit, 'x', now, 1);
      waits.push(circuit.retryAt - now);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('counts calls that were refused together once', () => {
    const once = afterRefusal(closedCircuit, 'first', 0, 1);
    expect(afterRefusal(once, 'second', 999, 1)).toBe(once);
  });

  it('rests for as long as asked, at most 15 minutes, and then needs no probe', () => {
    const rested = resting(closedCircuit, 3_000, 0);
    expect(passageOf(rested, 2_999)).toBe('none');
    expect(passageOf(rested, 3_000)).toBe('free');
    expect(resting(rested, 1_000, 500)).toEqual(rested);
    expect(shutMs(resting(closedCircuit, Number.POSITIVE_INFINITY, 7), 7)).toBe(longestRestMs);
  });

  it('is shut for exactly as long as nothing may pass', () => {
    const times = fc.integer({ min: 0, max: 100 });
    const record = { failures: fc.nat(2), retryAt: times, probeUntil: times, restUntil: times };
    fc.assert(
      fc.property(fc.record(record), times, (fields, now) => {
        const circuit = { ...fields, reason: undefined };
        const ms = shutMs(circuit, now);
        expect(ms > 0).toBe(passageOf(circuit, now) === 'none');
        expect(passageOf(circuit, now + ms)).not.toBe('none');
      }),
    );
  });
});
