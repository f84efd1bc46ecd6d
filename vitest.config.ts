import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/order.ts';
import { patienceMs, testTimeoutMs } from './test/harness/patience.ts';

const limits = {
  testTimeout: testTimeoutMs,
  hookTimeout: testTimeoutMs,
  expect: { poll: { timeout: patienceMs } },
};

export default defineConfig({
  test: {
    // Half of a test's time is waiting, so more files than cores can run in parallel.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Modules have no state that matters, and importing them for every file would take a quarter of all processor time.
      {
        test: {
          name: 'rules',
          include: ['{src,tools,console/src,packages/sdk/src}/**/*.test.ts'],
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/harness/suite.ts'],
          // Tests start the same code hundreds of times; it is compiled once for all of them.
          env: { NODE_COMPILE_CACHE: join(tmpdir(), 'hermod-test-compile-cache') },
          setupFiles: ['test/harness/leaks.ts'],
          pool: 'forks',
          isolate: false,
          ...limits,
        },
      },
    ],
  },
});
