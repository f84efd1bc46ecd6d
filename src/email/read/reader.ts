import type { Config } from '../../config.ts';
import type { IncomingMail } from '../incoming.ts';
import { lengthOf } from '../incoming.ts';
import type { Alignment } from '../verify/proof.ts';
import type { Done, Read, Task } from './reading.ts';
import { Threads } from './threads.ts';

/** One is busy with a bad mail, the other goes on. */
const threads = 2;

/**
 * Reads mails and proves whose they are, in threads that may be ended: see `Threads.run` for what it rejects with. Their
 * bytes are shared with the thread, so they stay as they are until it is done.
 */
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

  /** What tells these bytes from all others. */
  async hash(raw: IncomingMail['raw']): Promise<Buffer> {
    return Buffer.from(await this.#run({ kind: 'hash', raw }));
  }

  read(raw: IncomingMail['raw'], longestText: number, spareKey?: string): Promise<Read> {
    return this.#run({ kind: 'read', raw, fallbackCharset: this.#config.emailFallbackCharset, longestText, spareKey });
  }

  prove({ raw, via, peer, helo, envelopeFrom }: IncomingMail, address: string): Promise<Alignment> {
    const origin = { via, peer, helo, envelopeFrom };
    const { dnsServers, emailProofSeconds } = this.#config;
    return this.#run({ kind: 'prove', raw, origin, address, asking: { dnsServers, emailProofSeconds } });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #run<T extends Task>(task: T): Promise<Done<T>> {
    return this.#threads.run(task, lengthOf(task.raw)) as Promise<Done<T>>;
  }
}
