import type { FastifyInstance } from 'fastify';
import { databaseFault, unreachable } from '../../database/fault.ts';
import type { Finding } from '../../domain/health/finding.ts';
import { checksFor, diskCheck, type Subject } from '../../flows/health/checks.ts';
import type { Runtime } from '../../runtime.ts';
import { readMigrations } from '../../store/schema/migrations.ts';

/** The result of /health/ready, which needs no key: the reason not to send requests here, and warnings. */
type Ready = { readonly reason?: string | undefined; readonly notes: readonly string[] };

/** The heartbeat of this process: it writes to the database every two seconds. */
type Heartbeat = { readonly silentMs: number };

/** A hanging heartbeat reports no error, so its age counts: longer than a failover, shorter than the takeover of this process's work. */
const mostSilentMs = 10_000;
/** Load balancers ask about every second; slow checks are repeated less often. */
const keptMs = 10_000;

const [schemaCheck, ...slowChecks] = checksFor('readiness');

/**
 * Not ready: requests to this process fail now. A fault that affects only some requests, or will cause failures later, is a note: all nodes
 * share it, and a load balancer that removed all nodes would make it worse.
 */
export class Readiness {
  readonly #runtime: Runtime;
  readonly #heartbeat: Heartbeat;
  readonly #migrations = readMigrations();
  #isLeaving = false;
  #slow: { at: number; found: Promise<Ready> } | undefined;

  constructor(runtime: Runtime, heartbeat: Heartbeat) {
    this.#runtime = runtime;
    this.#heartbeat = heartbeat;
  }

  /** About to stop: load balancers should choose another process, and requests are still served. */
  leave(): void {
    this.#isLeaving = true;
  }

  async look(): Promise<Ready> {
    if (this.#isLeaving) return notReady('this process is about to stop');
    const { reason, notes } = await this.#look();
    if (reason !== unreachable.text) return { reason, notes };
    // A full disk is often the cause, and a server that stopped because of it cannot report it.
    return notReady([reason, ...readyOf(diskCheck(this.#runtime)).notes].join('; '));
  }

  async #look(): Promise<Ready> {
    try {
      const { reason } = readyOf(await schemaCheck!.look(this.#subject));
      if (reason !== undefined) return notReady(reason);
      const { fault } = this.#runtime.db.writes;
      if (fault !== undefined) return notReady(fault);
      const { silentMs } = this.#heartbeat;
      if (silentMs > mostSilentMs) return notReady(`nothing could be written for ${Math.round(silentMs / 1_000)} s`);
      return await this.#slowly();
    } catch (error) {
      return notReady(databaseFault(error)?.text ?? (error as Error).message);
    }
  }

  get #subject(): Subject {
    const { db, config, clock } = this.#runtime;
    // Readiness does not check carrier addresses.
    const checkUrl = () => ({ warnings: [] });
    return { db, config, clock, migrations: this.#migrations, checkUrl, writeFault: db.writes.fault };
  }

  #slowly(): Promise<Ready> {
    const now = performance.now();
    if (this.#slow === undefined || now - this.#slow.at > keptMs) {
      const found = this.#lookSlowly();
      this.#slow = { at: now, found };
      found.catch(() => {
        this.#slow = undefined;
      });
    }
    return this.#slow.found;
  }

  async #lookSlowly(): Promise<Ready> {
    const findings: Finding[] = [];
    for (const { look } of slowChecks) {
      findings.push(...(await look(this.#subject)));
      // A later check may fail for the same cause, with a less precise error.
      if (readyOf(findings).reason !== undefined) break;
    }
    return readyOf(findings);
  }
}

/** The first finding that blocks is the reason; the others are notes. */
function readyOf(findings: readonly Finding[]): Ready {
  const said = findings.flatMap(({ ready }) => ready ?? []);
  const reason = said.find(({ blocks }) => blocks)?.text;
  return reason === undefined ? { notes: said.map(({ text }) => text) } : notReady(reason);
}

const notReady = (reason: string): Ready => ({ reason, notes: [] });

export function healthRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  readiness: Readiness,
  gatherMetrics: () => Promise<string>,
): void {
  app.get('/health/live', { schema: { hide: true } }, () => ({ status: 'live' }));

  app.get('/health/ready', { schema: { hide: true } }, async (request, reply) => {
    const { reason, notes } = app.draining ? { reason: 'this process is stopping', notes: [] } : await readiness.look();
    if (reason === undefined) return { status: 'ready', ...(notes.length > 0 ? { notes } : {}) };
    runtime.log.warn({ reason, requestId: request.id }, 'not ready');
    return reply.code(503).send({ status: 'not ready', reason });
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await gatherMetrics();
    return reply.type(runtime.metrics.registry.contentType).send(text);
  });
}
