import type { Config } from '../config.ts';
import type { IncomingMail } from './incoming.ts';
import type { Alignment } from './proof.ts';
import type { Done, Read, Task } from './reading.ts';
import { Threads } from './threads.ts';

/** One is busy with a bad mail, the other goes on. */
const threads = 2;

/** Reads mails and proves whose they are, in threads that may be ended: see `Threads.run` for what it rejects with. */
export class MailReader {
  readonly #config: Config;
  readonly #threads: Threads;

  constructor(config: Config) {
    this.#config = config;
    this.#threads = new Threads({
      threads,
      stallMs: config.emailReadSeconds * 1_000,
      megabytes: config.emailReadMegabytes,
    });
  }

  read(raw: Uint8Array): Promise<Read> {
    return this.#run(
      { kind: 'read', raw: copyOf(raw), fallbackCharset: this.#config.emailFallbackCharset },
      raw.length,
    );
  }

  prove(mail: IncomingMail, address: string): Promise<Alignment> {
    const copy = { ...mail, raw: copyOf(mail.raw) };
    return this.#run({ kind: 'prove', mail: copy, address, dnsServers: this.#config.dnsServers }, mail.raw.length);
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #run<T extends Task>(task: T, bytes: number): Promise<Done<T>> {
    return this.#threads.run(task, bytes) as Promise<Done<T>>;
  }
}

/** Of its own memory: otherwise all of a larger piece that it lies in would be sent to the thread. */
function copyOf(raw: Uint8Array): Buffer {
  return Buffer.from(new Uint8Array(raw).buffer);
}
