import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most of a test's time is waiting: with one worker more than cores, two cores are done in 460 s instead of 550.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Rules have no state, so their files need no modules of their own: half the time.
      { test: { name: 'rules', include: ['src/**/*.test.ts'], isolate: false, testTimeout: 30_000 } },
      {
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/harness/suite.ts'],
          setupFiles: ['test/harness/leaks.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
