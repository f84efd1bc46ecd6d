import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/problem.ts';
import { readSimulatorSettings } from './carrier.ts';

describe("the simulator's URL", () => {
  it('has defaults for everything', () => {
    expect(readSimulatorSettings('simulator:')).toEqual({
      answerDelayMs: 2,
      receiptDelayMs: 500,
      answerTimeoutMs: 1_000,
      repeatDelayMs: 1_000,
      window: 1_000,
      rate: 0,
      unanswered: 'resend',
    });
  });

  it('sets what it names', () => {
    const settings = readSimulatorSettings('simulator:?receipt_delay=0&unanswered=unknown&rate=5');
    expect(settings).toMatchObject({ receiptDelayMs: 0, unanswered: 'unknown', rate: 5 });
  });

  it.each([
    ['nonsense', 'not a URL'],
    ['smpp://a:b@c', 'not a URL'],
    ['simulator://host', 'no address'],
    ['simulator:path', 'no address'],
    ['simulator:?receipt_dealy=1', 'did you mean receipt_delay'],
    ['simulator:?window=0', 'from 1 to 100000'],
    ['simulator:?window=1&window=2', 'twice'],
  ])('%s is refused: %s', (url, expected) => {
    expect(() => readSimulatorSettings(url)).toThrow(Problem);
    expect(() => readSimulatorSettings(url)).toThrow(expected);
  });
});
