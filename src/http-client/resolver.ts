import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Limiter, LimitReached } from '../bounds/limiter.ts';
import { webhookLimits as limits } from '../bounds/limits/webhooks.ts';
import { Cache } from '../domain/cache.ts';

type Addresses = readonly LookupAddress[];
type Answer = { readonly addresses: Addresses; readonly seconds: number };
type Kept = { readonly until: number; readonly addresses?: Addresses; readonly error?: Error };

/** The time limit in ms of a query to one server, and how often each server is asked. */
const question = { timeout: 2_000, tries: 2 };
/** A lookup fails after this time; a later answer is still cached. */
const patienceMs = 5_000;
/** Bounds of the TTL of an answer. */
const leastSeconds = 5;
const mostSeconds = 300;
/** How long a failure is cached. */
const failureSeconds = 10;
/** How long addresses of one family wait for those of the other. */
const otherKindMs = 200;
/** How long the name servers of the system are used before they are read again. */
const serversMs = 60_000;

/**
 * Looks up names for accounts. The system's resolver blocks one of the four threads of the process while a name server does not
 * answer, and files, database connections and carriers wait for the same threads. Here an unresponsive server costs a datagram, and an
 * account that asks for too many names waits only for its own lookups.
 */
class Lookups {
  readonly #servers: readonly string[] | undefined;
  readonly #hosts = new Hosts();
  readonly #limiter = new Limiter({ total: limits.lookups.most, waiting: limits.waitingLookups.most });
  readonly #kept = new Cache<string, Kept>(limits.keptLookups.most);
  readonly #running = new Map<string, PromiseWithResolvers<Addresses>>();
  #resolver: Resolver | undefined;
  #madeAt = 0;

  constructor(servers?: readonly string[]) {
    this.#servers = servers;
  }

  /** All addresses of a name, IPv4 first. */
  async lookup(written: string, account: string): Promise<Addresses> {
    const name = written.toLowerCase().replace(/\.$/, '');
    const listed = await this.#hosts.addressesOf(name);
    return listed ?? this.#known(name) ?? this.#inTurn(name, account);
  }

  #known(name: string): Promise<Addresses> | undefined {
    const kept = this.#kept.get(name);
    if (kept !== undefined && kept.until > performance.now())
      return kept.error === undefined ? Promise.resolve(kept.addresses!) : Promise.reject(kept.error);
    return this.#running.get(name)?.promise;
  }

  async #inTurn(name: string, account: string): Promise<Addresses> {
    try {
      const turn = this.#limiter.enter(account);
      if (turn === undefined) return this.#start(name, account);
      await turn;
    } catch (error) {
      throw error instanceof LimitReached ? coded('ETIMEOUT') : error;
    }
    // Another lookup may have asked for the same name in the meantime.
    const known = this.#known(name);
    if (known === undefined) return this.#start(name, account);
    this.#limiter.leave(account);
    return known;
  }

  #start(name: string, account: string): Promise<Addresses> {
    const asked = this.#ask(name).then(
      ({ addresses, seconds }) => this.#keep(name, { addresses }, seconds),
      (error: Error) => this.#keep(name, { error }, failureSeconds),
    );
    const late = setTimeout(() => this.#keep(name, { error: coded('ETIMEOUT') }, failureSeconds), patienceMs).unref();
    void asked.finally(() => {
      clearTimeout(late);
      this.#limiter.leave(account);
    });
    const running = Promise.withResolvers<Addresses>();
    this.#running.set(name, running);
    return running.promise;
  }

  /** Settles the running lookup, unless it has already been settled. */
  #keep(name: string, result: Omit<Kept, 'until'>, seconds: number): void {
    const kept = { ...result, until: performance.now() + seconds * 1_000 };
    this.#kept.set(name, kept);
    const running = this.#running.get(name);
    this.#running.delete(name);
    if (result.error === undefined) running?.resolve(result.addresses!);
    else running?.reject(result.error);
  }

  /** One address family is enough; the first one waits 200 ms for the other. */
  async #ask(name: string): Promise<Answer> {
    const resolver = this.#current();
    const kinds = [resolver.resolve4(name, { ttl: true }), resolver.resolve6(name, { ttl: true })];
    const found = kinds.map((kind) =>
      kind.then(
        (records) => records,
        (error: Error) => error,
      ),
    );
    await Promise.any(kinds).then(
      () => Promise.race([Promise.all(found), new Promise((resolve) => setTimeout(resolve, otherKindMs))]),
      () => undefined,
    );
    const results = await Promise.all(found.map((kind) => Promise.race([kind, Promise.resolve()])));
    const records = results.flatMap((result) => (Array.isArray(result) ? result : []));
    if (records.length === 0) throw failureOf(results.filter((result) => result instanceof Error));
    const seconds = Math.min(mostSeconds, ...records.map(({ ttl }) => ttl));
    return {
      seconds: Math.max(leastSeconds, seconds),
      addresses: records.map(({ address }) => ({ address, family: address.includes(':') ? 6 : 4 })),
    };
  }

  #current(): Resolver {
    if (this.#resolver !== undefined && (this.#servers !== undefined || performance.now() - this.#madeAt < serversMs))
      return this.#resolver;
    this.#resolver = new Resolver(question);
    if (this.#servers !== undefined) this.#resolver.setServers(this.#servers);
    this.#madeAt = performance.now();
    return this.#resolver;
  }
}

export function createLookup(servers?: readonly string[]): (name: string, account: string) => Promise<Addresses> {
  const lookups = new Lookups(servers);
  return (name, account) => lookups.lookup(name, account);
}

/** A server that could not answer takes precedence over a name without addresses. */
function failureOf(errors: readonly Error[]): Error {
  const codes = errors.map((error) => wordOf((error as NodeJS.ErrnoException).code));
  return coded(codes.find((code) => code === 'ETIMEOUT' || code === 'ESERVFAIL') ?? codes[0] ?? 'ESERVFAIL');
}

/** A name server that refuses connections must not look like an endpoint that does. */
function wordOf(code = ''): string {
  if (code === 'EBADNAME') return 'ENOTFOUND';
  return ['ENOTFOUND', 'ENODATA', 'ETIMEOUT'].includes(code) ? code : 'ESERVFAIL';
}

function coded(code: string): Error {
  return Object.assign(new Error('the name could not be looked up'), { code });
}

const usualFile = '/etc/hosts';
/** How long the file is not checked again. */
const keptMs = 5_000;

/** The names that need no name server: those in the hosts file, and `localhost`. */
export class Hosts {
  readonly #file: string;
  #names: ReadonlyMap<string, LookupAddress[]> = new Map();
  #changedAt = -1;
  #loading: Promise<void> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(file = usualFile) {
    this.#file = file;
  }

  async addressesOf(name: string): Promise<readonly LookupAddress[] | undefined> {
    if (performance.now() - this.#checkedAt > keptMs) {
      this.#loading ??= this.#load();
      await this.#loading;
    }
    return this.#names.get(name) ?? (name === 'localhost' || name.endsWith('.localhost') ? loopback : undefined);
  }

  async #load(): Promise<void> {
    try {
      const { mtimeMs } = await stat(this.#file);
      if (mtimeMs !== this.#changedAt) this.#names = readHosts(await readFile(this.#file, 'utf8'));
      this.#changedAt = mtimeMs;
    } catch {
      // Without the file, every name is looked up.
      this.#names = new Map();
      this.#changedAt = -1;
    }
    this.#checkedAt = performance.now();
    this.#loading = undefined;
  }
}

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export function readHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').split(/\s/).filter(Boolean);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
    }
  }
  return names;
}
