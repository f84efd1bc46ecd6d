import type { Config } from '../../config/config.ts';
import { type IncomingMail, lengthOf } from '../incoming.ts';
import type { Alignment } from '../verify/proof.ts';
import type { ReadResult, Task, TaskResult } from './tasks.ts';
import { Threads } from './threads.ts';

/** While one is busy with a costly mail, the other continues. */
const threads = 2;

/**
 * Reads mails and verifies their From addresses in worker threads that can be terminated; rejects as `Threads.run` does. The bytes
 * are shared with the thread, so they must not change until it is done.
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

  async hash(raw: IncomingMail['raw']): Promise<Buffer> {
    return Buffer.from(await this.#run({ kind: 'hash', raw }));
  }

  read(raw: IncomingMail['raw'], longestText: number, spareKey?: string): Promise<ReadResult> {
    return this.#run({ kind: 'read', raw, fallbackCharset: this.#config.emailFallbackCharset, longestText, spareKey });
  }

  prove({ raw, via, peer, helo, envelopeFrom }: IncomingMail, address: string): Promise<Alignment> {
    const origin = { via, peer, helo, envelopeFrom };
    const { dnsServers, emailProofSeconds } = this.#config;
    return this.#run({ kind: 'prove', raw, origin, address, options: { dnsServers, emailProofSeconds } });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #run<T extends Task>(task: T): Promise<TaskResult<T>> {
    return this.#threads.run(task, lengthOf(task.raw)) as Promise<TaskResult<T>>;
  }
}
