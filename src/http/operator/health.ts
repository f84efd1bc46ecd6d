import type { FastifyInstance } from 'fastify';
import type { CheckUrl } from '../../flows/carriers.ts';
import { examine } from '../../flows/health/examine.ts';
import { readMigrations } from '../../store/schema/migrations.ts';
import { answer } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';
import { operatorErrors } from './errors.ts';

/** A share of its own: on a slow database it takes seconds, in which the operator's lists do not wait behind it. */
const healthShare = 'health';

export function healthRoutes(app: FastifyInstance, serving: Serving, check: CheckUrl): void {
  const migrations = readMigrations();
  app.get('/health', {
    config: { ownWords: true },
    schema: {
      operationId: 'getHealth',
      summary: 'How the service is doing, and what to do about it',
      description:
        'Database, disk, backlog, carriers, webhooks, e-mail, clock, certificate and settings, as this process and the database know ' +
        'them. It also answers when the database is away, and says so. For a load balancer there are /health/live and /health/ready.',
      tags: ['Health'],
      response: { 200: answer('HealthReport', 'What was found'), ...operatorErrors },
    },
    handler: () => serving.reads.run(healthShare, (db) => examine(db, serving, migrations, check)),
  });
}
