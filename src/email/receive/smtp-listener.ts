import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { Limiter } from '../../bounds/limiter.ts';
import { emailLimits as limits } from '../../bounds/limits/email.ts';
import { networkOf, plainAddress } from '../../bounds/network.ts';
import { readTls } from '../../config/tls.ts';
import type { Runtime } from '../../runtime.ts';
import { drained } from '../../work/loop.ts';
import { type IncomingMail, type IntakeResult, MailBuffer, MailMemory, type TakeMail } from '../incoming.ts';
import { type PeerLimits, Throughput } from './peer-limits.ts';
import { selfSigned } from './self-signed.ts';
import { type SmtpHost, type SmtpReply, SmtpSession } from './smtp-session.ts';

const headBytes = 64 * 1_024;
/** From the first byte of a mail to its last: a slow client must not hold a connection forever. */
const mostReadingMs = 600_000;
/** Delay of a refusal, so that a client over its limit retries later. */
const refusalMs = 1_000;

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

/** How a mail was received; `size` includes discarded bytes. */
type Received = 'full' | 'too slow' | { readonly size: number };

/** The SMTP listener of one process; all processes share the port. */
export class SmtpListener implements SmtpHost {
  readonly name: string;
  readonly banner: string;
  readonly size: number;
  readonly secureContext;
  readonly commands = new Throughput(limits.commandsPerSecond.most);
  readonly bytes = new Throughput(limits.bytesPerSecond.most);
  readonly #runtime: Runtime;
  readonly #peers: PeerLimits;
  readonly #take: TakeMail;
  readonly #server: Server;
  readonly #sessions = new Set<SmtpSession>();
  readonly #memory = new MailMemory();
  readonly #refusals = new Limiter({ total: limits.delayedRefusals.most });

  constructor(runtime: Runtime, peers: PeerLimits, take: TakeMail) {
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
    // Rejects if the port cannot be opened.
    await once(this.#server, 'listening');
  }

  /** Closes the port, waits for mails in progress, and asks the other clients to try again. */
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
    const mail = new MailBuffer(this.#memory);
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

  /** Bytes beyond the limits are read and discarded: a reply may be sent only at the end of the mail. */
  async #read(content: AsyncIterable<Buffer>, mail: MailBuffer, network: string, bytes: Limiter): Promise<Received> {
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
    const peer = plainAddress(socket.remoteAddress);
    const { connections } = this.#peers.shareOf(peer);
    const network = networkOf(peer);
    // A reset before the session listens must not end the process.
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
    // The client may keep its side open.
    socket.setTimeout(2 * refusalMs, () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      if (isDelayed) this.#refusals.leave(network);
    });
  }
}

function replyTo(result: IntakeResult): SmtpReply {
  if (result.outcome === 'processed') return replies.accepted;
  if (result.outcome === 'later') return [451, `4.3.0 Not now (${result.reason}), please try again later`];
  return [550, `5.7.1 ${result.reason}`];
}

/** The client, or the client that a forwarder named for this mail. */
function originOf(session: SmtpSession, isForwarder: boolean): Omit<IncomingMail, 'raw'> {
  const { peer, helo, from: envelopeFrom, forwarded } = session;
  if (!isForwarder) return { via: 'SMTP', peer, helo, envelopeFrom };
  const origin = { via: 'SMTP', peer: forwarded.get('ADDR'), helo: forwarded.get('HELO'), envelopeFrom } as const;
  forwarded.clear();
  return origin;
}
