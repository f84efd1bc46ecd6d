import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { Limiter } from '../../bounds/limiter.ts';
import { emailLimits as limits } from '../../bounds/limits/email.ts';
import { addressOf, networkOf } from '../../bounds/network.ts';
import { readTls } from '../../pem.ts';
import type { Runtime } from '../../runtime.ts';
import { drained } from '../../work/drain.ts';
import type { IncomingMail, Verdict } from '../incoming.ts';
import { type Gathered, MailMemory } from './mail-memory.ts';
import { Pace } from './pace.ts';
import type { Peers } from './peer-limits.ts';
import { selfSigned } from './self-signed.ts';
import { type SmtpHost, type SmtpReply, SmtpSession } from './smtp-session.ts';

/** Of a mail that is too large its headers are kept for the record. */
const headBytes = 64 * 1_024;
/** One mail from its first byte to its last: a trickle must not hold a connection for ever. */
const mostReadingMs = 600_000;
/** A client over its limit gets the refusal after this time, and so retries later. */
const refusalMs = 1_000;

/** What a client reads, with the enhanced codes of RFC 3463. */
const replies = {
  accepted: [250, '2.6.0 Accepted'],
  tooLarge: [552, '5.3.4 The e-mail is too large'],
  full: [451, '4.3.1 Too much is arriving at the moment, please try again later'],
  tooSlow: [421, '4.4.2 The e-mail takes too long'],
  notOurs: [550, '5.1.1 Only mail for the Email2SMS address is taken here'],
  tooMany: [421, '4.7.0 Too many connections from your address'],
  tooFast: [451, '4.7.1 Too many e-mails from your address, please try again later'],
  restarting: [421, '4.3.2 The service is restarting, please try again'],
} as const;

type Take = (mail: IncomingMail) => Promise<Verdict>;
/** How a mail was received: `size` counts what was thrown away, too. */
type Received = 'full' | 'too slow' | { readonly size: number };

/** The Email2SMS listener of one process; all processes share the port. */
export class SmtpListener implements SmtpHost {
  readonly name: string;
  readonly banner: string;
  readonly size: number;
  readonly secureContext;
  readonly commands = new Pace(limits.commandsPerSecond.most);
  readonly bytes = new Pace(limits.bytesPerSecond.most);
  readonly #runtime: Runtime;
  readonly #peers: Peers;
  readonly #take: Take;
  readonly #server: Server;
  readonly #sessions = new Set<SmtpSession>();
  readonly #memory = new MailMemory();
  readonly #refusals = new Limiter({ total: limits.delayedRefusals.most });

  constructor(runtime: Runtime, peers: Peers, take: Take) {
    const { config, clock } = runtime;
    this.#runtime = runtime;
    this.#peers = peers;
    this.#take = take;
    this.name = config.emailAddress.slice(config.emailAddress.lastIndexOf('@') + 1);
    this.banner = `${config.serviceName} Email2SMS`;
    this.size = config.emailMaxMegabytes * 2 ** 20;
    this.secureContext = createSecureContext(readTls(config) ?? selfSigned(this.name, clock()));
    this.#server = createServer({ noDelay: true }, (socket) => void this.#onConnection(socket));
    this.#server.maxConnections = limits.sockets.most;
  }

  async listen(): Promise<void> {
    const { smtpHost: host, smtpPort: port } = this.#runtime.config;
    this.#server.listen({ host, port, reusePort: true });
    // Rejects with the error that prevents it.
    await once(this.#server, 'listening');
  }

  /** Takes no more connections, lets mails that are under way come to their end, and asks the other clients to try again. */
  async stop(budgetMs: number): Promise<void> {
    const closed = new Promise<unknown>((resolve) => this.#server.close(resolve));
    const idle = [...this.#sessions].filter(({ isBusy }) => !isBusy);
    await Promise.all(idle.map((session) => session.end(replies.restarting)));
    await drained(() => [...this.#sessions].filter(({ isBusy }) => isBusy).length, budgetMs);
    await Promise.all(Array.from(this.#sessions, (session) => session.end(replies.restarting)));
    await closed;
  }

  isForwarder(peer: string): boolean {
    return this.#peers.isForwarder(peer);
  }

  async refuseMail(session: SmtpSession, size: number): Promise<SmtpReply | undefined> {
    const { peer } = session;
    if (!this.#peers.admit(peer)) {
      await sleep(refusalMs);
      return replies.tooFast;
    }
    if (size <= this.size) return undefined;
    await this.#take({ raw: [], size, via: 'SMTP', peer, helo: undefined, envelopeFrom: '' });
    return replies.tooLarge;
  }

  refuseRecipient(address: string): SmtpReply | undefined {
    return address.toLowerCase() === this.#runtime.config.emailAddress ? undefined : replies.notOurs;
  }

  async receive(session: SmtpSession, content: AsyncIterable<Buffer>): Promise<SmtpReply> {
    const { bytes } = this.#peers.shareOf(session.peer);
    const mail = this.#memory.gather();
    try {
      const received = await this.#read(content, mail, session.network, bytes);
      if (received === 'full') return replies.full;
      if (received === 'too slow') return replies.tooSlow;
      const incoming = { raw: mail.pieces, ...originOf(session, this.isForwarder(session.peer)) };
      if (received.size <= this.size) return replyTo(await this.#take(incoming));
      await this.#take({ ...incoming, size: received.size });
      return replies.tooLarge;
    } finally {
      bytes.leave(session.network, mail.size);
      mail.cut(0);
    }
  }

  /** What is too much is read on and thrown away: only then may we answer. */
  async #read(content: AsyncIterable<Buffer>, mail: Gathered, network: string, bytes: Limiter): Promise<Received> {
    const until = performance.now() + mostReadingMs;
    let isFull = false;
    let size = 0;
    for await (const chunk of content) {
      if (performance.now() > until) return 'too slow';
      size += chunk.length;
      const isTooLarge = size > this.size;
      isFull ||= !isTooLarge && !bytes.tryEnter(network, chunk.length);
      if (!isFull && !isTooLarge) {
        mail.add(chunk);
        continue;
      }
      const before = mail.size;
      mail.cut(isFull ? 0 : headBytes);
      bytes.leave(network, before - mail.size);
    }
    return isFull ? 'full' : { size };
  }

  async #onConnection(socket: Socket): Promise<void> {
    const peer = addressOf(socket.remoteAddress);
    const { connections } = this.#peers.shareOf(peer);
    const network = networkOf(peer);
    // Before a session listens to it: a reset must not end the process.
    socket.on('error', (err) => this.#runtime.log.debug({ err }, 'an SMTP connection has failed'));
    if (!connections.tryEnter(network)) {
      this.#refuse(socket, network);
      return;
    }
    const { smtpConnections } = this.#runtime.metrics;
    const session = new SmtpSession(socket, this);
    this.#sessions.add(session);
    smtpConnections.inc();
    await session.serve().catch((err: unknown) => this.#runtime.log.debug({ err }, 'an SMTP connection has failed'));
    this.#sessions.delete(session);
    smtpConnections.dec();
    connections.leave(network);
  }

  #refuse(socket: Socket, network: string): void {
    const [code, text] = replies.tooMany;
    const isDelayed = this.#refusals.tryEnter(network);
    socket.resume();
    const timer = setTimeout(() => socket.end(`${code} ${text}\r\n`), isDelayed ? refusalMs : 0);
    // The client may leave its side open.
    socket.setTimeout(2 * refusalMs, () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      if (isDelayed) this.#refusals.leave(network);
    });
  }
}

function replyTo(verdict: Verdict): SmtpReply {
  if (verdict.outcome === 'processed') return replies.accepted;
  if (verdict.outcome === 'later') return [451, `4.3.0 Not now (${verdict.reason}), please try again later`];
  return [550, `5.7.1 ${verdict.reason}`];
}

/** Who brought the mail: the client, or the one that a forwarder names, for this mail only. */
function originOf(session: SmtpSession, isForwarder: boolean): Omit<IncomingMail, 'raw'> {
  const { peer, helo, from: envelopeFrom, forwarded } = session;
  if (!isForwarder) return { via: 'SMTP', peer, helo, envelopeFrom };
  const origin = { via: 'SMTP', peer: forwarded.get('ADDR'), helo: forwarded.get('HELO'), envelopeFrom } as const;
  forwarded.clear();
  return origin;
}
