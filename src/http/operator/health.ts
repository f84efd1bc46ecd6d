import type { CheckUrl } from '../../flows/carriers.ts';
import { examine } from '../../flows/health/examine.ts';
import { readMigrations } from '../../store/schema/migrations.ts';
import { operatorOperations } from './operation.ts';
import { HealthReport } from './schemas/health.ts';

const operation = operatorOperations('Health');
/** A share of its own: on a slow database it takes seconds, in which the operator's lists do not wait behind it. */
const healthShare = 'health';

export function healthOperations(check: CheckUrl) {
  const migrations = readMigrations();
  return [
    operation({
      id: 'getHealth',
      get: '/health',
      summary: 'How the service is doing, and what to do about it',
      description:
        'Database, disk, backlog, carriers, webhooks, e-mail, clock, certificate and settings, as this process and the database know ' +
        'them. It also answers when the database is away, and says so. For a load balancer there are /health/live and /health/ready.',
      config: { ownWords: true },
      answer: [HealthReport, 'What was found'],
      handle: (_call, _reply, serving) =>
        serving.reads.run(healthShare, (db) => examine(db, serving, migrations, check)),
    }),
  ];
}
