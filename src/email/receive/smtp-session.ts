import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { emailLimits as limits } from '../../bounds/limits/email.ts';
import { networkOf, plainAddress } from '../../bounds/network.ts';
import type { Throughput } from './peer-limits.ts';
import { forwardFeature, readForward, readPath } from './smtp-command.ts';
import { SmtpData } from './smtp-data.ts';

export type SmtpReply = readonly [code: number, text: string];

/** The listener, which decides for all sessions. */
export type SmtpHost = {
  readonly name: string;
  readonly banner: string;
  readonly size: number;
  readonly secureContext: SecureContext;
  readonly commands: Throughput;
  readonly bytes: Throughput;
  isForwarder(peer: string): boolean;
  /** The refusal of a mail of this size; undefined if the session may send it now. */
  refuseMail(session: SmtpSession, size: number): Promise<SmtpReply | undefined>;
  refuseRecipient(address: string): SmtpReply | undefined;
  /** Reads the content of a mail and processes it. Rejects if the content ends early. */
  receive(session: SmtpSession, content: AsyncIterable<Buffer>): Promise<SmtpReply>;
};

type CommandReply = SmtpReply | undefined;
/** Undefined if the reply is already sent. */
type Command = (session: SmtpSession, text: string) => CommandReply | Promise<CommandReply>;

const idleMs = 60_000;
/** How long an ended session waits for the client to read the last reply. */
const lingerMs = 5_000;
const pieceBytes = 16 * 1_024;
const longestName = 300;
const nothing = Buffer.alloc(0);
const ok: SmtpReply = [250, 'OK'];
const wrongOrder = (text: string): SmtpReply => [503, `Error: ${text}`];
const invalid = (text: string): SmtpReply => [501, `Error: ${text}`];

/** Reads nothing before the last reply is sent: a client that pipelines without reading replies delays only itself (RFC 5321). */
export class SmtpSession {
  static readonly #commands: ReadonlyMap<string, Command> = new Map<string, Command>([
    ['HELO', (session, text) => session.#greet('HELO', text)],
    ['EHLO', (session, text) => session.#greet('EHLO', text)],
    ['MAIL', (session, text) => session.#mail(text)],
    ['RCPT', (session, text) => session.#recipient(text)],
    ['DATA', (session) => session.#data()],
    ['RSET', (session) => session.#reset()],
    ['NOOP', () => ok],
    ['HELP', () => [214, 'See RFC 5321']],
    ['QUIT', (session) => session.end([221, 'Bye'])],
    ['STARTTLS', (session, text) => session.#startTls(text)],
    ['XFORWARD', (session, text) => session.#forward(text)],
  ]);
  readonly peer: string;
  readonly network: string;
  readonly #host: SmtpHost;
  readonly #connection: Socket;
  #socket: Socket;
  #input: Buffer = nothing;
  #isOver = false;
  #unknown = 0;
  #wake: (() => void) | undefined;
  #hasRecipient = false;
  #isInMail = false;
  /** Argument of HELO or EHLO, and of MAIL; undefined before the command. */
  helo: string | undefined;
  from: string | undefined;
  /** What XFORWARD said about the client of the next mail. */
  forwarded = new Map<string, string>();
  isBusy = false;

  constructor(socket: Socket, host: SmtpHost) {
    this.#host = host;
    this.#connection = socket;
    this.#socket = socket;
    this.peer = plainAddress(socket.remoteAddress);
    this.network = networkOf(this.peer);
    this.#listen();
  }

  /** Resolves when the connection is closed; rejects if that was in the middle of a mail. */
  async serve(): Promise<void> {
    try {
      await this.#talk();
    } finally {
      await this.#linger();
      this.#connection.destroy();
    }
  }

  async #talk(): Promise<void> {
    const { name, banner, commands } = this.#host;
    await this.#send([220, `${name} ESMTP ${banner}`]);
    for (let line = await this.#line(); line !== undefined; line = await this.#line()) {
      await commands.take(this.network, 1);
      const reply = await this.#answer(line);
      if (reply !== undefined && !this.#isOver) await this.#send(reply);
    }
  }

  async end(reply: SmtpReply): Promise<undefined> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#wake?.();
    await this.#send(reply);
  }

  async #answer(line: string): Promise<SmtpReply | undefined> {
    const [name = ''] = line.split(' ', 1);
    const command = SmtpSession.#commands.get(name.toUpperCase());
    return command ? command(this, line.slice(name.length).trim()) : this.#unknownCommand(line);
  }

  async #unknownCommand(line: string): Promise<SmtpReply | undefined> {
    this.#unknown += 1;
    // A web page can make a browser connect here, with commands in the body of its request.
    const isHttp = line.includes(' HTTP/');
    if (!isHttp && this.#unknown < limits.unknownCommands.most) return [500, 'Error: command not recognized'];
    return this.end([421, isHttp ? 'HTTP requests not allowed' : 'Error: too many unrecognized commands']);
  }

  #greet(command: string, helo: string): SmtpReply {
    if (helo === '' || helo.length > longestName || /[\s\p{Cc}]/u.test(helo))
      return invalid(`syntax: ${command} hostname`);
    this.helo = helo.toLowerCase();
    this.#reset();
    const { name, size } = this.#host;
    if (command === 'HELO') return [250, name];
    const features = ['PIPELINING', '8BITMIME', 'SMTPUTF8'];
    if (!this.#isSecure) features.push('STARTTLS');
    features.push(`SIZE ${size}`);
    if (this.#host.isForwarder(this.peer)) features.push(forwardFeature);
    return [250, [name, ...features].join('\n')];
  }

  async #mail(text: string): Promise<SmtpReply> {
    if (this.helo === undefined) return wrongOrder('send HELO/EHLO first');
    if (this.from !== undefined) return wrongOrder('nested MAIL command');
    const path = /^FROM:/i.test(text) ? readPath(text.slice('FROM:'.length)) : undefined;
    if (path === undefined) return invalid('bad sender address syntax');
    const size = path.parameters.get('SIZE') ?? '0';
    if (!/^\d{1,20}$/.test(size)) return invalid('SIZE must be a number');
    const refusal = await this.#host.refuseMail(this, Number(size));
    if (refusal === undefined) this.from = path.address;
    return refusal ?? [250, 'Accepted'];
  }

  #recipient(text: string): SmtpReply {
    if (this.from === undefined) return wrongOrder('need MAIL command');
    const path = /^TO:/i.test(text) ? readPath(text.slice('TO:'.length)) : undefined;
    if (path === undefined || path.address === '') return invalid('bad recipient address syntax');
    const refusal = this.#host.refuseRecipient(path.address);
    this.#hasRecipient ||= refusal === undefined;
    return refusal ?? [250, 'Accepted'];
  }

  async #data(): Promise<SmtpReply | undefined> {
    if (!this.#hasRecipient) return wrongOrder('need RCPT command');
    this.isBusy = true;
    this.#isInMail = true;
    await this.#send([354, 'End data with <CR><LF>.<CR><LF>']);
    const reply = await this.#host.receive(this, this.#content());
    this.#reset();
    // The rest of a mail would be read as commands.
    if (this.#isInMail) await this.end(reply);
    else await this.#send(reply);
    this.isBusy = false;
    return undefined;
  }

  async *#content(): AsyncGenerator<Buffer> {
    const data = new SmtpData();
    while (this.#isInMail) {
      const chunk = this.#input.length > 0 ? this.#input.subarray(0, pieceBytes) : await this.#read();
      if (chunk === undefined) throw new Error('the connection was closed before the end of the mail');
      this.#input = this.#input.subarray(chunk.length);
      await this.#host.bytes.take(this.network, chunk.length);
      const { content, rest } = data.read(chunk);
      this.#isInMail = rest === undefined;
      if (rest !== undefined) this.#input = Buffer.concat([rest, this.#input]);
      if (content.length > 0) yield content;
    }
  }

  #reset(): SmtpReply {
    this.from = undefined;
    this.#hasRecipient = false;
    return ok;
  }

  #forward(text: string): SmtpReply {
    if (!this.#host.isForwarder(this.peer)) return [550, 'Error: Not allowed'];
    if (this.from !== undefined) return wrongOrder('mail transaction in progress');
    const attributes = readForward(text);
    if (attributes === undefined) return invalid('bad command parameter syntax');
    for (const [name, value] of attributes) this.forwarded.set(name, value);
    return ok;
  }

  get #isSecure(): boolean {
    return this.#socket !== this.#connection;
  }

  async #startTls(text: string): Promise<SmtpReply | undefined> {
    if (text !== '') return invalid('syntax: STARTTLS');
    if (this.#isSecure) return wrongOrder('TLS already active');
    await this.#send([220, 'Ready to start TLS']);
    // Nothing from before TLS counts inside it: neither commands pipelined after this one nor those before it.
    this.#input = nothing;
    this.helo = undefined;
    this.forwarded.clear();
    this.#reset();
    this.#connection.removeAllListeners('readable');
    this.#socket = new TLSSocket(this.#connection, { isServer: true, secureContext: this.#host.secureContext });
    this.#listen();
    return undefined;
  }

  #listen(): void {
    const wake = () => this.#wake?.();
    // An error is followed by `close`.
    this.#socket.on('error', () => {});
    for (const event of ['readable', 'end', 'drain', 'close']) this.#socket.on(event, wake);
  }

  async #line(): Promise<string | undefined> {
    for (;;) {
      if (this.#isOver) return undefined;
      const end = this.#input.indexOf('\n');
      if (end > limits.commandLine.most || (end < 0 && this.#input.length > limits.commandLine.most)) {
        return this.end([421, 'Error: command line too long']);
      }
      if (end >= 0) {
        const line = this.#input.toString('utf8', 0, end);
        this.#input = this.#input.subarray(end + 1);
        return line.endsWith('\r') ? line.slice(0, -1) : line;
      }
      const more = await this.#read();
      if (more === undefined) return undefined;
      this.#input = Buffer.concat([this.#input, more]);
    }
  }

  async #read(): Promise<Buffer | undefined> {
    for (;;) {
      const socket = this.#socket;
      if (this.#isOver || socket.destroyed || socket.readableEnded) return undefined;
      const chunk = socket.read(Math.min(socket.readableLength, pieceBytes) || undefined) as Buffer | null;
      if (chunk !== null) return chunk;
      if (!(await this.#changes(idleMs))) await this.end([421, 'Timeout - closing connection']);
    }
  }

  /** Resolves with true when the socket becomes readable, writable or closed, with false after the time-out. */
  #changes(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (inTime: boolean) => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve(inTime);
      };
      const timer = setTimeout(() => settle(false), timeoutMs);
      this.#wake = () => settle(true);
    });
  }

  async #send([code, text]: SmtpReply): Promise<void> {
    const socket = this.#socket;
    if (!socket.writable) return;
    const lines = text.split('\n');
    const reply = lines.map((line, index) => `${code}${index < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('');
    socket.write(reply);
    while (socket.writableNeedDrain && !socket.destroyed) if (!(await this.#changes(idleMs))) socket.destroy();
  }

  /** Closing a socket with unread bytes resets the connection, and the client may lose the last reply. */
  async #linger(): Promise<void> {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.removeAllListeners('readable');
    socket.resume();
    socket.end();
    await closed;
    clearTimeout(timer);
  }
}
