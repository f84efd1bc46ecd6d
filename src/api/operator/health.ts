import type { CheckUrl } from '../../flows/carriers/carriers.ts';
import { examine } from '../../flows/health/examine.ts';
import { readMigrations } from '../../store/schema/migrations.ts';
import { operatorOperations } from './operation.ts';
import { HealthReport } from './schemas/health.ts';

const operation = operatorOperations('Health');
/** Its own share of reads: on a slow database the checks take seconds, and the operator's lists must not wait for them. */
const healthShare = 'health';

export function healthOperations(check: CheckUrl) {
  const migrations = readMigrations();
  return [
    operation({
      id: 'getHealth',
      get: '/health',
      summary: 'Retrieve the health report',
      description:
        'Returns findings about database, disk, backlog, carriers, webhooks, e-mail, clock, certificate and settings, with advice. Also ' +
        'responds while the database is unavailable. Load balancers use /health/live and /health/ready.',
      config: { ownWords: true },
      answer: [HealthReport, 'The report'],
      handle: (_call, _reply, serving) =>
        serving.reads.run(healthShare, (db) => examine(db, serving, migrations, check)),
    }),
  ];
}
