import type { IncomingMessage, Server } from 'node:http';
import type { Door } from './door.ts';
import { type Connection, goOn, type Pipelines } from './pipelines.ts';

/** An ordinary request with its body is shorter than this, and is parsed as it comes. */
const smallBytes = 4_096;
/** Within a body there is less to do for each byte. */
const bodyBytes = 16_384;
/** Eight of the small slices in a turn of the event loop: some hundred heads of requests, one or two milliseconds. */
const bytesInWeight = 1_024;

type Parsing = Connection & { parser?: { incoming?: Pick<IncomingMessage, 'complete'> | null } | null };
type Parse = (bytes: Buffer) => void;

/**
 * Node reads up to 64 kB of a connection at a time and parses every request in it at once, two thousand if they are small,
 * during which nobody else is served. Here the parser gets small slices instead, and addresses take turns with them. What
 * is not parsed yet stays in the buffer of the connection, so that the sender feels it, and nothing is cut off or lost.
 */
export function sliceInput(server: Server, door: Door, pipelines: Pipelines): void {
  const begin = (socket: Parsing) => {
    // The raw connection beneath TLS has no parser.
    if (socket.parser) slice(socket, door, pipelines);
  };
  server.on('connection', begin).on('secureConnection', begin);
}

function slice(socket: Parsing, door: Door, pipelines: Pipelines): void {
  const [parse] = socket.listeners('data') as [Parse];
  const owner = socket.remoteAddress ?? '';
  let hasTurn = false;
  const takeTurn = () => {
    hasTurn = true;
    goOn(socket);
  };
  socket.off('data', parse);
  socket.on('data', (bytes: Buffer) => {
    if (pipelines.isFull(socket)) {
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
      door.pass(owner, Math.min(bytes.length, most) / bytesInWeight, takeTurn);
    }
  });
}

function isInBody({ parser }: Parsing): boolean {
  return parser?.incoming?.complete === false;
}

function putBack(socket: Connection, bytes: Buffer): void {
  if (bytes.length === 0) return;
  socket.pause();
  socket.unshift(bytes);
}
