import type { Runtime } from '../../runtime.ts';
import { countLatin1 } from '../../store/smpp/latin1.ts';
import type { Terms } from './bind-limits.ts';

type Noted = Pick<Terms, 'accountId' | 'systemId'> & { texts: number };

/** Counts texts with data_coding 0 that were read as Latin-1, and warns of each credential once a day. */
export class Latin1Texts {
  readonly #runtime: Runtime;
  #noted = new Map<string, Noted>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  note({ credentialId, accountId, systemId }: Terms): void {
    const noted = this.#noted.get(credentialId);
    if (noted) noted.texts += 1;
    else this.#noted.set(credentialId, { accountId, systemId, texts: 1 });
  }

  /** Stores what was noted since the last time. */
  async write(): Promise<void> {
    if (this.#noted.size === 0) return;
    const noted = this.#noted;
    this.#noted = new Map();
    const counts = Array.from(noted, ([credentialId, { texts }]) => ({ credentialId, texts }));
    for (const credentialId of await countLatin1(this.#runtime.db, counts)) {
      const { accountId, systemId } = noted.get(credentialId)!;
      this.#runtime.log.warn(
        { accountId, systemId },
        'texts with data_coding 0 have octets above 0x7F and are read as Latin-1; the customer should send data_coding 3',
      );
    }
  }
}
