/** SMTP on the wire, one line at a time. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type Delivery = { from?: string; to?: string | string[]; raw: string | Buffer };

/** Converts any line ending to CRLF and escapes lines that begin with a dot. */
export function onTheWire(raw: string | Buffer): Buffer {
  const text = Buffer.isBuffer(raw) ? raw.toString('latin1') : Buffer.from(raw).toString('latin1');
  const lines = text.split(/\r?\n/).map((line) => (line.startsWith('.') ? `.${line}` : line));
  if (lines.at(-1) === '') lines.pop();
  return Buffer.from(`${lines.join('\r\n')}\r\n.\r\n`, 'latin1');
}

export class SmtpClient {
  socket: Socket;
  readonly #replies: string[] = [];
  #waiting: { resolve: (reply: string) => void; reject: (error: Error) => void }[] = [];
  #partial = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    this.#listen();
  }

  /** Resolves after the greeting, which is the first reply. */
  static async connect(port: number, host = '127.0.0.1'): Promise<{ client: SmtpClient; greeting: string }> {
    const client = new SmtpClient(connect(port, host));
    return { client, greeting: await client.reply() };
  }

  /** The next complete reply, its lines joined. */
  reply(): Promise<string> {
    const ready = this.#replies.shift();
    if (ready !== undefined) return Promise.resolve(ready);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  command(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`);
    return this.reply();
  }

  /** The decisive reply: the first that is not positive, or the one to the end of the data. */
  async deliver({ from = 'alice@good.example', to = 'sms@localhost', raw }: Delivery): Promise<string> {
    const commands = [`MAIL FROM:<${from}>`, ...[to].flat().map((address) => `RCPT TO:<${address}>`), 'DATA'];
    for (const command of commands) {
      const reply = await this.command(command);
      if (/^[45]/.test(reply)) return reply;
    }
    this.socket.write(onTheWire(raw));
    return this.reply();
  }

  async startTls(): Promise<void> {
    await this.command('STARTTLS');
    await this.secure();
  }

  async secure(): Promise<void> {
    this.socket.removeAllListeners();
    const secure = connectTls({ socket: this.socket, rejectUnauthorized: false });
    await new Promise((resolve, reject) => secure.once('secureConnect', resolve).once('error', reject));
    this.socket = secure;
    this.#listen();
  }

  close(): void {
    this.socket.destroy();
  }

  #listen(): void {
    this.socket.on('data', (data) => {
      this.#partial += data.toString('latin1');
      for (let end = lastLine(this.#partial); end >= 0; end = lastLine(this.#partial)) {
        this.#give(this.#partial.slice(0, end).replaceAll('\r\n', '\n').trimEnd());
        this.#partial = this.#partial.slice(end);
      }
    });
    const fail = () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('the connection was closed'));
    };
    this.socket.on('error', fail).on('close', fail);
  }

  #give(reply: string): void {
    const next = this.#waiting.shift();
    if (next) next.resolve(reply);
    else this.#replies.push(reply);
  }
}

/** The end of the first reply: after its line with a space after the code; -1 if it is incomplete. */
function lastLine(text: string): number {
  const found = /^\d{3} .*\r\n/m.exec(text);
  return found ? found.index + found[0].length : -1;
}

/** Sends one mail on its own connection. */
export async function deliver(port: number, delivery: Delivery): Promise<string> {
  const { client, greeting } = await SmtpClient.connect(port);
  if (!greeting.startsWith('220')) return greeting;
  await client.command('EHLO client.example');
  const reply = await client.deliver(delivery);
  client.close();
  return reply;
}
