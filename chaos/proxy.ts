/**
 * A proxy between the service and one of its peers (PostgreSQL, a carrier, a customer's endpoint) that injects faults: for
 * a time, or at the worst moment. Used by the scenarios and, through `test/harness/proxy.ts`, by tests.
 */
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { Direction } from './direction.ts';

/**
 * before: the statement never reaches the server. after: it does, and what the server answers is lost. during: it does,
 * and the connection breaks while the server still works on it.
 */
export type Moment = 'before' | 'after' | 'during';

/**
 * latency: every piece is late. reset: all connections are cut, and new ones as well. half-open: bytes vanish without an
 * error; a connection that lost some stays so for good. truncation: a response ends in its middle. dribble: one byte at a time.
 * lost commit: what the server answers to the next COMMIT (or the accepting statement) is lost with its connection.
 */
export const faults = ['latency', 'reset', 'half-open', 'truncation', 'dribble', 'lost commit'] as const;
export type Fault = (typeof faults)[number];

type Cut = { texts: readonly string[]; moment: Moment; done: () => void };

/** The end of a prepared statement's message. */
const sync = Buffer.from('S\0\0\0\x04', 'latin1');
/** As the driver writes them: in plain text, or as the name of the prepared statement of `store/message/accept.ts`. */
const committing = ['COMMIT', 'accept, skip\0', 'accept, wait\0'];

export class FaultProxy {
  /** Where new connections lead; changing it is a failover. */
  target: NetConnectOpts;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #cuts: Cut[] = [];
  #fault: Fault | undefined;
  #latencyMs = 0;

  constructor(target: NetConnectOpts) {
    this.target = target;
    this.#server = createServer((client) => this.#onConnection(client));
  }

  static async listen(target: NetConnectOpts): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks the next connection on which this text goes to the server; resolves when that has happened. */
  cut(text: string, moment: Moment): Promise<void> {
    return new Promise((done) => this.#cuts.push({ texts: [text], moment, done }));
  }

  /** From now on until `heal`. */
  inflict(fault: Fault, latencyMs = 100): void {
    this.#fault = fault;
    this.#latencyMs = latencyMs;
    if (fault === 'reset') this.breakAll();
    if (fault === 'lost commit') this.#cuts.push({ texts: committing, moment: 'after', done: () => {} });
  }

  heal(): void {
    this.#fault = undefined;
    this.#cuts.length = 0;
  }

  breakAll(): void {
    for (const link of this.#links) link.reset();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const link of this.#links) link.destroy();
    await closed;
  }

  #onConnection(client: Socket): void {
    if (this.#fault === 'reset') {
      client.on('error', () => {}).resetAndDestroy();
      return;
    }
    const link = new Link(client, connect(this.target), {
      fault: () => this.#fault,
      latencyMs: () => this.#latencyMs,
      takeCut: (data) => this.#takeCut(data),
      onClose: () => this.#links.delete(link),
    });
    this.#links.add(link);
  }

  #takeCut(data: Buffer): Cut | undefined {
    const index = this.#cuts.findIndex(({ texts }) => texts.some((text) => data.includes(text, 0, 'latin1')));
    return index < 0 ? undefined : this.#cuts.splice(index, 1)[0];
  }
}

type Circumstances = {
  fault(): Fault | undefined;
  latencyMs(): number;
  takeCut(data: Buffer): Cut | undefined;
  onClose(): void;
};

/** One connection, from a client through to the server. */
class Link {
  readonly #client: Socket;
  readonly #upstream: Socket;
  readonly #circumstances: Circumstances;
  readonly #toServer: Direction;
  readonly #toClient: Direction;
  #hit: Cut | undefined;
  /** Bytes were lost on it: nothing that follows would make sense. */
  #deaf = false;

  constructor(client: Socket, upstream: Socket, circumstances: Circumstances) {
    this.#client = client;
    this.#upstream = upstream;
    this.#circumstances = circumstances;
    this.#toServer = new Direction(upstream);
    this.#toClient = new Direction(client);
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => {});
    client.on('data', (data) => this.#onRequest(data));
    upstream.on('data', (data) => this.#onAnswer(data));
    client.on('close', () => {
      circumstances.onClose();
      upstream.end();
    });
    // A half-open connection does not pass on the close of the other side, either.
    upstream.on('close', () => this.#deaf || this.#toClient.end());
  }

  reset(): void {
    this.#client.resetAndDestroy();
    // May be a local socket, which cannot be reset.
    this.#upstream.destroy();
  }

  destroy(): void {
    this.#client.destroy();
    this.#upstream.destroy();
  }

  #onRequest(data: Buffer): void {
    if (this.#swallows()) return;
    this.#hit ??= this.#circumstances.takeCut(data);
    if (this.#hit?.moment === 'before') {
      this.#breakOff();
      return;
    }
    this.#pass(this.#toServer, data);
    if (this.#hit?.moment === 'during' && isWhole(data)) this.#breakOff();
  }

  #onAnswer(data: Buffer): void {
    if (this.#swallows()) return;
    if (this.#hit !== undefined) {
      if (this.#hit.moment === 'after') this.#breakOff();
      return;
    }
    if (this.#circumstances.fault() === 'truncation' && data.length > 1) this.#truncate(data);
    else this.#pass(this.#toClient, data);
  }

  #truncate(data: Buffer): void {
    this.#toClient.write(data.subarray(0, data.length >> 1), 0);
    this.#toClient.end();
    this.#upstream.destroy();
  }

  #swallows(): boolean {
    this.#deaf ||= this.#circumstances.fault() === 'half-open';
    return this.#deaf;
  }

  #pass(direction: Direction, data: Buffer): void {
    const fault = this.#circumstances.fault();
    if (fault === 'dribble') direction.dribble(data);
    else direction.write(data, fault === 'latency' ? this.#circumstances.latencyMs() : 0);
  }

  #breakOff(): void {
    this.#client.destroy();
    // Not destroyed: what is on its way to the server must arrive.
    this.#upstream.end();
    this.#upstream.resume();
    this.#hit?.done();
  }
}

/** The end of a prepared statement's message, or a statement in plain text. */
function isWhole(data: Buffer): boolean {
  return data.subarray(-sync.length).equals(sync) || data[0] === 'Q'.charCodeAt(0);
}

/** A PostgreSQL that listens on a local socket, as its URL names it. */
export function postgresTarget(databaseUrl: string): NetConnectOpts {
  const { hostname, port } = new URL(databaseUrl);
  return { path: `${decodeURIComponent(hostname)}/.s.PGSQL.${port}` };
}
