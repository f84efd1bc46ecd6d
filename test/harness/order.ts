/** Which files begin first: those that take longest, so that none of them is left for the end, when all others are done. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In seconds of a run on two cores, from about a minute down to a quarter of one. All others begin after these, large ones first. */
export const longest = [
  'test/console/accessible.test.ts',
  'test/console/journeys.test.ts',
  'test/fuzz/growth.test.ts',
  'test/chaos/short.test.ts',
  'test/house/crash.test.ts',
  'test/console/stream.test.ts',
  'test/house/stall.test.ts',
  'test/chaos/limits.test.ts',
  'test/dispatch/shared.test.ts',
  'test/webhooks/urls.test.ts',
  'test/email/unreadable.test.ts',
  'test/dispatch/killed.test.ts',
  'test/dispatch/routing.test.ts',
  'test/sdk/clients.test.ts',
  'test/house/start.test.ts',
  'test/house/identity.test.ts',
  'test/chaos/attack.test.ts',
  'test/house/package.test.ts',
  'test/house/rolling.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.indexOf(moduleId.slice(this.ctx.config.root.length + 1));
      return found === -1 ? longest.length : found;
    };
    // Those of a project stay together: a worker is for one of them, and the next one has to import everything.
    return sorted.sort((a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || place(a) - place(b));
  }
}
