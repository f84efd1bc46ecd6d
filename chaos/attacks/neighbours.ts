/** Load that is not an attack, for comparison: the least effect of sharing the processors. */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Attack } from './attack.ts';

const spinMs = 50;

const neighbours: Attack = {
  name: 'neighbours',
  does: 'a program for each core that turns in a loop with the priority of an attack, and never speaks to the service',
  accepts: null,
  processes: availableParallelism(),
  async run(_target, report) {
    report.atStrength();
    while (!report.signal.aborted) {
      const end = performance.now() + spinMs;
      while (performance.now() < end);
      report.count('turned');
      await setImmediate();
    }
  },
};

export const comparisons: Attack[] = [neighbours];
