import { once } from 'node:events';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { readTls } from '../pem.ts';
import type { Runtime } from '../runtime.ts';
import type { IncomingMail, Verdict } from './incoming.ts';
import type { Peers } from './peers.ts';
import { selfSigned } from './self-signed.ts';
import './smtp-data.ts';

const mostConnections = 500;
/** Mails that are being received, in bytes over all connections of this process. */
const mostBuffered = 256 * 2 ** 20;
const idleMs = 60_000;
/** One mail from its first byte to its last: a trickle must not hold a connection for ever. */
const mostReadingMs = 600_000;

/** What a client reads. The enhanced codes stand in the text: the library's own are fixed by code, and 550 has several. */
const answers = {
  accepted: '2.6.0 Accepted',
  later: [451, '4.3.0 Not now, please try again later'],
  tooLarge: [552, '5.3.4 The e-mail is too large'],
  full: [451, '4.3.1 Too much is arriving at the moment, please try again later'],
  tooSlow: [421, '4.4.2 The e-mail takes too long'],
  notOurs: [550, '5.1.1 Only mail for the Email2SMS address is taken here'],
  tooMany: [421, '4.7.0 Too many connections from your address'],
  tooFast: [451, '4.7.1 Too many e-mails from your address, please try again later'],
} as const;

class Refused extends Error {
  readonly responseCode: number;

  constructor([code, text]: readonly [number, string]) {
    super(text);
    this.name = 'Refused';
    this.responseCode = code;
  }
}

type Done = (error?: Error | null) => void;

/**
 * Never at once: the parser forgets what was pipelined behind a mail if the commands after it are answered before its
 * own call returns.
 */
function soon(done: Done, refusal: readonly [number, string] | undefined): void {
  setImmediate(done, refusal === undefined ? null : new Refused(refusal));
}

type Take = (mail: IncomingMail) => Promise<Verdict>;

/** The Email2SMS listener of one process; all processes share the port. */
export class SmtpListener {
  readonly #runtime: Runtime;
  readonly #peers: Peers;
  readonly #take: Take;
  readonly #server: SMTPServer;
  readonly #admitted = new Set<string>();
  readonly #busy = new Set<string>();
  #buffered = 0;

  constructor(runtime: Runtime, peers: Peers, take: Take) {
    this.#runtime = runtime;
    this.#peers = peers;
    this.#take = take;
    this.#server = new SMTPServer(this.#options());
    // Of a client that went away, or of a handshake that failed: nothing of ours is at fault.
    this.#server.on('error', (err: Error) => runtime.log.debug({ err }, 'an SMTP connection has failed'));
  }

  async listen(): Promise<void> {
    const { smtpHost: host, smtpPort: port } = this.#runtime.config;
    const { server } = this.#server;
    server.listen({ host, port, reusePort: true });
    // Rejects with the error that prevents it.
    await once(server, 'listening');
  }

  /** Takes no more, lets mails that are under way come to their end, and tells the others to come again. */
  async stop(budgetMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(resolve));
    const until = Date.now() + budgetMs;
    this.#dismiss((id) => !this.#busy.has(id));
    while (this.#busy.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    this.#dismiss(() => true);
    await closed;
  }

  #dismiss(which: (id: string) => boolean): void {
    for (const connection of [...this.#server.connections]) {
      if (which(connection.id)) connection.send(421, '4.3.2 The service is restarting, please try again');
    }
  }

  #options(): SMTPServerOptions {
    const { config, clock } = this.#runtime;
    const name = config.emailAddress.slice(config.emailAddress.lastIndexOf('@') + 1);
    return {
      ...(readTls(config) ?? selfSigned(name, clock())),
      name,
      banner: `${config.serviceName} Email2SMS`,
      size: config.emailMaxMegabytes * 2 ** 20,
      authOptional: true,
      disabledCommands: ['AUTH', 'VRFY', 'WIZ', 'SHELL', 'KILL'],
      lenientAddressParsing: true,
      disableReverseLookup: true,
      logger: false,
      maxClients: mostConnections,
      maxAllowedUnauthenticatedCommands: Number.MAX_SAFE_INTEGER,
      socketTimeout: idleMs,
      closeTimeout: config.drainSeconds * 1_000 + 1_000,
      onConnect: (session, done) => this.#onConnect(session, done),
      onClose: (session) => this.#onClose(session),
      onMailFrom: (_address, session, done) =>
        soon(done, this.#peers.admit(session.remoteAddress) ? undefined : answers.tooFast),
      onRcptTo: ({ address }, _session, done) => soon(done, this.#isOurs(address) ? undefined : answers.notOurs),
      onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) => this.#receive(stream, session)),
    };
  }

  #onConnect({ id, remoteAddress }: SMTPServerSession, done: Done): void {
    if (!this.#peers.connect(remoteAddress)) {
      soon(done, answers.tooMany);
      return;
    }
    this.#admitted.add(id);
    this.#runtime.metrics.smtpConnections.inc();
    soon(done, undefined);
  }

  #onClose({ id, remoteAddress }: SMTPServerSession): void {
    if (!this.#admitted.delete(id)) return;
    this.#peers.disconnect(remoteAddress);
    this.#runtime.metrics.smtpConnections.dec();
  }

  #isOurs(address: string): boolean {
    return address.toLowerCase() === this.#runtime.config.emailAddress;
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    this.#busy.add(session.id);
    const mail = new Gathered();
    try {
      await this.#read(stream, mail);
      const verdict = await this.#take({
        raw: mail.bytes,
        via: 'SMTP',
        peer: session.remoteAddress,
        helo: session.hostNameAppearsAs || undefined,
        envelopeFrom: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
      });
      if (verdict.outcome === 'processed') return answers.accepted;
      throw new Refused(verdict.outcome === 'later' ? answers.later : [550, `5.7.1 ${verdict.reason}`]);
    } finally {
      this.#buffered -= mail.size;
      this.#busy.delete(session.id);
    }
  }

  /** Rejects if the client goes away before the end. What is too much is read on and thrown away: only then may we answer. */
  async #read(stream: SMTPServerDataStream, mail: Gathered): Promise<void> {
    let full = false;
    const timer = setTimeout(() => stream.destroy(new Refused(answers.tooSlow)), mostReadingMs);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        full ||= this.#buffered + chunk.length > mostBuffered;
        if (full || stream.sizeExceeded) {
          this.#buffered -= mail.size;
          mail.clear();
        } else {
          this.#buffered += chunk.length;
          mail.add(chunk);
        }
      }
    } finally {
      clearTimeout(timer);
    }
    if (stream.sizeExceeded) throw new Refused(answers.tooLarge);
    if (full) throw new Refused(answers.full);
  }
}

/** One piece of memory that doubles: a mail of nothing but dots arrives as millions of chunks, each dearer than its bytes. */
class Gathered {
  #memory = Buffer.allocUnsafe(16_384);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#size);
  }

  add(chunk: Buffer): void {
    const needed = this.#size + chunk.length;
    if (needed > this.#memory.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#memory.length * 2));
      this.bytes.copy(larger);
      this.#memory = larger;
    }
    chunk.copy(this.#memory, this.#size);
    this.#size = needed;
  }

  clear(): void {
    this.#memory = Buffer.alloc(0);
    this.#size = 0;
  }
}
