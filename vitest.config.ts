import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/order.ts';
import { patienceMs } from './test/harness/patience.ts';

/**
 * Waiting has a limit of its own; this one is for tests that wait several times, or not for an event. The longest takes two minutes
 * beside others, and ten where the machine has ten times as much to do.
 */
const testTimeout = 1_200_000;
const expect = { poll: { timeout: patienceMs } };

export default defineConfig({
  test: {
    // Half of a test's time is waiting, so that more files than cores can run at once.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Modules have no state that matters, and importing them for every file would take a quarter of all processor time.
      {
        test: {
          name: 'rules',
          include: ['{src,tools,console/src,packages/sdk/src}/**/*.test.ts'],
          isolate: false,
          testTimeout,
          expect,
        },
      },
      {
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/harness/suite.ts'],
          // Tests start the same code hundreds of times: it is compiled once for all of them.
          env: { NODE_COMPILE_CACHE: join(tmpdir(), 'hermod-test-compile-cache') },
          setupFiles: ['test/harness/leaks.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
          expect,
        },
      },
    ],
  },
});
