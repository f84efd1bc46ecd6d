/** Starts the longest files first, so that none of them runs alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By their time in a run on two cores, from about a minute down to a quarter of one. All others follow, large ones first. */
export const longest = [
  'test/console/accessible.test.ts',
  'test/console/journeys.test.ts',
  'test/console/tabs.test.ts',
  'test/house/secret-key.test.ts',
  'test/house/previous-release.test.ts',
  'test/webhooks/shares.test.ts',
  'test/chaos/short.test.ts',
  'test/chaos/limits.test.ts',
  'test/house/identity.test.ts',
  'test/carriers/http/refused.test.ts',
  'test/dispatch/queue.test.ts',
  'test/shares/pipelines.test.ts',
  'test/house/documents.test.ts',
  'test/house/start.test.ts',
  'test/senders/bounds.test.ts',
  'test/shares/reads.test.ts',
  'test/console/stream.test.ts',
  'test/dispatch/killed.test.ts',
  'test/email/unreadable.test.ts',
  'test/dispatch/rate.test.ts',
  'test/send/fuzz.test.ts',
  'test/house/crash.test.ts',
  'test/command/operator.test.ts',
  'test/house/rolling.test.ts',
  'test/send/money.test.ts',
  'test/console/away.test.ts',
  'test/house/failover.test.ts',
  'test/webhooks/killed.test.ts',
  'test/email/imap-outages.test.ts',
  'test/operator/rotation.test.ts',
  'test/command/operations.test.ts',
  'test/security/access.test.ts',
  'test/house/elastic.test.ts',
  'test/security/pages.test.ts',
  'test/command/first-customer.test.ts',
  'test/house/stall.test.ts',
  'test/email/imap.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.indexOf(moduleId.slice(this.ctx.config.root.length + 1));
      return found === -1 ? longest.length : found;
    };
    // Files of a project stay together: a worker serves one project, and a new worker has to import everything.
    return sorted.sort((a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || place(a) - place(b));
  }
}
