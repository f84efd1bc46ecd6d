import type { IncomingMessage, Server } from 'node:http';
import type { Door } from './door.ts';
import { type Connection, goOn, type Pipelines } from './pipelines.ts';

/** An ordinary request with its body is shorter than this, and is parsed as it comes. */
const smallBytes = 4_096;
/** Within a body there is less to do for each byte. */
const bodyBytes = 16_384;
/** Eight of the small slices in a turn of the event loop: some hundred heads of requests, one or two milliseconds. */
const bytesInWeight = 1_024;
/** Addresses that are remembered. One that is forgotten is noticed again. */
const mostKnown = 10_000;

type Parsing = Connection & { parser?: { incoming?: Pick<IncomingMessage, 'complete'> | null } | null };
type Parse = (bytes: Buffer) => void;

/**
 * Node reads up to 64 kB of a connection at a time and parses every request in it at once, two thousand if they are small,
 * during which nobody else is served. Whoever has done that once is parsed in small slices from then on, on all connections
 * of its address, and addresses take turns with them. What is not parsed yet stays in the buffer of the connection, so that
 * the sender feels it, and nothing is cut off or lost.
 *
 * Not everybody: Node's parser reads from the kernel by itself, and slices have to go through a stream, some microseconds
 * a request.
 */
export class Slices {
  readonly #door: Door;
  readonly #pipelines: Pipelines;
  /** Connections by address whose pieces are parsed whole. */
  readonly #whole = new Map<string, Set<Parsing>>();
  readonly #known = new Set<string>();

  constructor(server: Server, door: Door, pipelines: Pipelines) {
    this.#door = door;
    this.#pipelines = pipelines;
    const begin = (socket: Parsing) => {
      // The raw connection beneath TLS has no parser.
      if (socket.parser) this.#begin(socket, socket.remoteAddress ?? '');
    };
    server.on('connection', begin).on('secureConnection', begin);
    pipelines.onFlood = (socket) => this.#note(socket.remoteAddress ?? '');
  }

  #begin(socket: Parsing, address: string): void {
    if (this.#known.has(address)) {
      this.#slice(socket, address);
      return;
    }
    const whole = this.#whole.get(address) ?? new Set();
    if (whole.size === 0) this.#whole.set(address, whole);
    whole.add(socket);
    socket.once('close', () => {
      whole.delete(socket);
      if (whole.size === 0 && this.#whole.get(address) === whole) this.#whole.delete(address);
    });
  }

  #note(address: string): void {
    const whole = this.#whole.get(address) ?? [];
    this.#whole.delete(address);
    if (this.#known.size >= mostKnown) this.#known.delete(this.#known.values().next().value!);
    this.#known.add(address);
    for (const socket of whole) this.#slice(socket, address);
  }

  #slice(socket: Parsing, owner: string): void {
    const [parse] = socket.listeners('data') as [Parse];
    let hasTurn = false;
    const takeTurn = () => {
      hasTurn = true;
      goOn(socket);
    };
    socket.off('data', parse);
    // Node's parser leaves the reading to whoever listens.
    socket.on('data', (bytes: Buffer) => {
      if (this.#pipelines.isFull(socket)) {
        putBack(socket, bytes);
        return;
      }
      if (bytes.length <= smallBytes) {
        parse.call(socket, bytes);
        return;
      }
      const most = isInBody(socket) ? bodyBytes : smallBytes;
      if (hasTurn) {
        hasTurn = false;
        putBack(socket, bytes.subarray(most));
        parse.call(socket, bytes.subarray(0, most));
        goOn(socket);
      } else {
        putBack(socket, bytes);
        this.#door.pass(owner, Math.min(bytes.length, most) / bytesInWeight, takeTurn);
      }
    });
  }
}

function isInBody({ parser }: Parsing): boolean {
  return parser?.incoming?.complete === false;
}

function putBack(socket: Connection, bytes: Buffer): void {
  if (bytes.length === 0) return;
  socket.pause();
  socket.unshift(bytes);
}
