import { once } from 'node:events';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { readTls } from '../pem.ts';
import type { Runtime } from '../runtime.ts';
import { drained } from '../work/drain.ts';
import { type Gathered, MailMemory } from './gathered.ts';
import type { IncomingMail, Verdict } from './incoming.ts';
import type { Peers } from './peers.ts';
import { selfSigned } from './self-signed.ts';
import './smtp-commands.ts';
import './smtp-data.ts';

/** Sockets, also those that are just being told that there is no place; how many may stay is for the peers to say. */
const mostSockets = 5_000;
/** Mails that are being received, in bytes over all connections of this process; a part is kept for relays. */
const mostBuffered = 256 * 2 ** 20;
const mostBufferedOfStrangers = 192 * 2 ** 20;
/** Of a mail that is too large its headers are kept for the record. */
const headBytes = 64 * 1_024;
const idleMs = 60_000;
/** One mail from its first byte to its last: a trickle must not hold a connection for ever. */
const mostReadingMs = 600_000;

/** Who is too fast, or too many, waits for the answer and asks again the later for it. */
const refusalMs = 1_000;
/** Of those who are too many: the others hear it at once, so that there are always sockets. */
const mostWaiting = 1_000;

/** What a client reads. The enhanced codes stand in the text: the library's own are fixed by code, and 550 has several. */
const answers = {
  accepted: '2.6.0 Accepted',
  tooLarge: [552, '5.3.4 The e-mail is too large'],
  full: [451, '4.3.1 Too much is arriving at the moment, please try again later'],
  tooSlow: [421, '4.4.2 The e-mail takes too long'],
  notOurs: [550, '5.1.1 Only mail for the Email2SMS address is taken here'],
  tooMany: [421, '4.7.0 Too many connections from your address'],
  tooFast: [451, '4.7.1 Too many e-mails from your address, please try again later'],
} as const;

const later = (reason: string): [number, string] => [451, `4.3.0 Not now (${reason}), please try again later`];

class Refused extends Error {
  readonly responseCode: number;

  constructor([code, text]: readonly [number, string]) {
    super(text);
    this.name = 'Refused';
    this.responseCode = code;
  }
}

const disabled = ['AUTH', 'VRFY', 'WIZ', 'SHELL', 'KILL'] as const;

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
  /** The peer of each connection, as it was before XFORWARD. */
  readonly #admitted = new Map<string, string>();
  readonly #busy = new Set<string>();
  readonly #memory = new MailMemory();
  #buffered = 0;
  #waiting = 0;

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
    this.#dismiss((id) => !this.#busy.has(id));
    await drained(() => this.#busy.size, budgetMs);
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
      disabledCommands: [...disabled],
      lenientAddressParsing: true,
      disableReverseLookup: true,
      logger: false,
      maxClients: mostSockets,
      useXForward: config.smtpForwarders.length > 0,
      maxAllowedUnauthenticatedCommands: Number.MAX_SAFE_INTEGER,
      socketTimeout: idleMs,
      closeTimeout: config.drainSeconds * 1_000 + 1_000,
      onConnect: (session, done) => this.#onConnect(session, done),
      onClose: (session) => this.#onClose(session),
      onMailFrom: (_address, session, done) => {
        if (this.#peers.admit(this.#peerOf(session))) soon(done, undefined);
        else setTimeout(done, refusalMs, new Refused(answers.tooFast));
      },
      onRcptTo: ({ address }, _session, done) => soon(done, this.#isOurs(address) ? undefined : answers.notOurs),
      onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) => this.#receive(stream, session)),
    };
  }

  #onConnect(session: SMTPServerSession, done: Done): void {
    const { id, remoteAddress } = session;
    if (!this.#peers.connect(remoteAddress)) {
      this.#turnAway(done);
      return;
    }
    const isForwarder = this.#peers.isForwarder(remoteAddress);
    Object.assign(session, { disabledCommands: isForwarder ? [...disabled] : [...disabled, 'XFORWARD'] });
    this.#admitted.set(id, remoteAddress);
    this.#watchDeclaredSizes(id, remoteAddress);
    this.#runtime.metrics.smtpConnections.inc();
    soon(done, undefined);
  }

  #turnAway(done: Done): void {
    if (this.#waiting >= mostWaiting) {
      soon(done, answers.tooMany);
      return;
    }
    this.#waiting += 1;
    setTimeout(() => {
      this.#waiting -= 1;
      done(new Refused(answers.tooMany));
    }, refusalMs);
  }

  #onClose({ id }: SMTPServerSession): void {
    const peer = this.#admitted.get(id);
    if (peer === undefined) return;
    this.#admitted.delete(id);
    this.#peers.disconnect(peer);
    this.#runtime.metrics.smtpConnections.dec();
  }

  #peerOf({ id, remoteAddress }: SMTPServerSession): string {
    return this.#admitted.get(id) ?? remoteAddress;
  }

  /** The library refuses a declared size by itself and tells nobody; most servers declare it. */
  #watchDeclaredSizes(id: string, peer: string): void {
    const connection = [...this.#server.connections].find((one) => one.id === id);
    if (connection === undefined) return;
    const send = connection.send.bind(connection);
    connection.send = (code, ...rest) => {
      // Not our own answer, behind which the mail is recorded already.
      const isRefused = code === 552 && rest[0] !== answers.tooLarge[1];
      const size = this.#runtime.config.emailMaxMegabytes * 2 ** 20 + 1;
      const mail = { raw: [], size, via: 'SMTP', peer, helo: undefined, envelopeFrom: '' } as const;
      if (isRefused) void this.#take(mail);
      send(code, ...rest);
    };
  }

  #isOurs(address: string): boolean {
    return address.toLowerCase() === this.#runtime.config.emailAddress;
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    this.#busy.add(session.id);
    const mail = this.#memory.gather();
    try {
      const size = await this.#read(stream, mail, this.#peers.isRelay(this.#peerOf(session)));
      const incoming = { raw: mail.pieces, ...this.#origin(session) };
      if (size > mail.size) await this.#take({ ...incoming, size });
      if (size > mail.size) throw new Refused(answers.tooLarge);
      const verdict = await this.#take(incoming);
      if (verdict.outcome === 'processed') return answers.accepted;
      throw new Refused(verdict.outcome === 'later' ? later(verdict.reason) : [550, `5.7.1 ${verdict.reason}`]);
    } finally {
      this.#buffered -= mail.size;
      mail.cut(0);
      this.#busy.delete(session.id);
    }
  }

  /** Who brought the mail: the client, or whom a mail server names that may do so. What it said counts for one mail. */
  #origin(session: SMTPServerSession): Omit<IncomingMail, 'raw'> {
    const peer = this.#peerOf(session);
    const envelopeFrom = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
    if (!this.#peers.isForwarder(peer))
      return { via: 'SMTP', peer, helo: session.hostNameAppearsAs || undefined, envelopeFrom };
    const { xForward } = session as unknown as { xForward: Map<string, string | false> };
    const said = (name: string) => xForward.get(name) || undefined;
    const origin = { via: 'SMTP', peer: said('ADDR'), helo: said('HELO'), envelopeFrom } as const;
    xForward.clear();
    return origin;
  }

  /**
   * Resolves with its size. Rejects if the client goes away before the end. What is too much is read on and thrown away:
   * only then may we answer.
   */
  async #read(stream: SMTPServerDataStream, mail: Gathered, isRelay: boolean): Promise<number> {
    let full = false;
    let size = 0;
    const timer = setTimeout(() => stream.destroy(new Refused(answers.tooSlow)), mostReadingMs);
    const most = isRelay ? mostBuffered : mostBufferedOfStrangers;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        full ||= this.#buffered + chunk.length > most;
        if (full || stream.sizeExceeded) {
          this.#buffered -= mail.size;
          mail.cut(full ? 0 : headBytes);
          this.#buffered += mail.size;
        } else {
          this.#buffered += chunk.length;
          mail.add(chunk);
        }
      }
    } finally {
      clearTimeout(timer);
    }
    if (full) throw new Refused(answers.full);
    return size;
  }
}
