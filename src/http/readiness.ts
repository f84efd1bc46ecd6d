import { X509Certificate } from 'node:crypto';
import { readFileSync, statfsSync } from 'node:fs';
import { databaseFault, unreachable } from '../database/fault.ts';
import { some } from '../domain/health/finding.ts';
import { certificate, leastFreeBytes } from '../domain/health/machine.ts';
import { missingCarrier } from '../flows/carriers.ts';
import type { Runtime } from '../runtime.ts';
import { findRights } from '../store/health/rights.ts';
import { missingPartitions } from '../store/health/vitals.ts';
import { readMigrations, schemaState } from '../store/schema/migrations.ts';

/** What can be said without a key: whether requests should come here, and what will go wrong if nobody does anything. */
export type Ready = { readonly reason?: string | undefined; readonly notes: readonly string[] };

/** This process as one that writes to the database every two seconds. */
type Heard = { readonly silentMs: number };

/** A beat that hangs says nothing of a cause. Longer than a failover that goes well; shorter than the time after which others take over what we hold. */
const mostSilentMs = 10_000;
/** Load balancers ask every second or so; what changes slowly is looked at less often. */
const keptMs = 10_000;

/** Without these nothing is accepted, sent or reported. */
const essential = new Set(['accounts', 'submissions', 'messages', 'ledger', 'outbox', 'parts', 'workers']);

/**
 * Whether this process can do its work. Not ready is what makes requests fail here and now. What will make them fail soon, or
 * fails for some, is a note: all nodes share it, and a balancer that takes them all out helps nobody.
 */
export class Readiness {
  readonly #runtime: Runtime;
  readonly #heard: Heard;
  readonly #migrations = readMigrations();
  #isLeaving = false;
  #slow: { at: number; found: Promise<Ready> } | undefined;

  constructor(runtime: Runtime, heard: Heard) {
    this.#runtime = runtime;
    this.#heard = heard;
  }

  /** About to stop: whoever asks is to go elsewhere, and whoever comes is still served. */
  leave(): void {
    this.#isLeaving = true;
  }

  async look(): Promise<Ready> {
    if (this.#isLeaving) return notReady('this process is about to stop');
    const { reason, notes } = await this.#look();
    // A disk that is full is often the cause, and a server that it has stopped says nothing of it.
    return reason === unreachable.text ? notReady([reason, ...this.#disk()].join('; ')) : { reason, notes };
  }

  async #look(): Promise<Ready> {
    try {
      const reason = await this.#schema();
      if (reason !== undefined) return notReady(reason);
      const { fault } = this.#runtime.db.writes;
      if (fault !== undefined) return notReady(fault);
      const seconds = Math.round(this.#heard.silentMs / 1_000);
      if (this.#heard.silentMs > mostSilentMs) return notReady(`nothing could be written for ${seconds} s`);
      return await this.#slowly();
    } catch (error) {
      return notReady(databaseFault(error)?.text ?? (error as Error).message);
    }
  }

  async #schema(): Promise<string | undefined> {
    const { pending, tooNew } = await schemaState(this.#runtime.db, this.#migrations);
    if (pending.length > 0)
      return `migrations are missing: ${pending.map(({ name }) => name).join(', ')}; run hermod migrate`;
    if (tooNew.length > 0) return `the schema is newer than this version: ${tooNew.map(({ name }) => name).join(', ')}`;
    return undefined;
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
    const { db, clock, config } = this.#runtime;
    const { missing } = await findRights(db);
    const locked = missing.length > 0 ? [`the role may not write to ${some(missing).toString()}`] : [];
    if (missing.some((table) => essential.has(table))) return notReady(locked.join());
    const now = clock();
    if ((await missingPartitions(db, now, 0)).length > 0) return notReady('partitions of this week are missing');
    const soon = (await missingPartitions(db, now)).length > 0 ? ['partitions of next week are missing'] : [];
    const carrier = (await missingCarrier(db, config)).map(({ text }) => text);
    return { notes: [...locked, ...soon, ...carrier, ...this.#disk(), ...this.#certificate()] };
  }

  /** Only where the database is on this machine: of another nobody here knows. */
  #disk(): string[] {
    const { embedded, dataDir } = this.#runtime.config;
    if (!embedded) return [];
    try {
      const { bavail, bsize } = statfsSync(dataDir);
      return bavail * bsize < leastFreeBytes ? ['the disk of the database is nearly full'] : [];
    } catch {
      return [];
    }
  }

  /** As it is in its file, which may be newer than the one in use. */
  #certificate(): string[] {
    const { config, clock } = this.#runtime;
    if (config.tlsCert === undefined) return [];
    try {
      const { validFromDate, validToDate } = new X509Certificate(readFileSync(config.tlsCert));
      const { verdict, text } = certificate(validFromDate, validToDate, clock());
      return verdict === 'problem' ? [`the certificate: ${text}`] : [];
    } catch {
      return ['the certificate cannot be read'];
    }
  }
}

const notReady = (reason: string): Ready => ({ reason, notes: [] });
