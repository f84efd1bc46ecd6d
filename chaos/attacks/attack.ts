/** What an attack is, and what it knows of the service that it is aimed at. */

export type Credentials = { readonly id: string; readonly key: string };

/** One running service, as a stranger, a customer or a carrier may come to know it; handed to a process of its own. */
export type Target = {
  readonly base: string;
  readonly smtpPort: number;
  readonly smppPort: number;
  readonly databaseUrl: string;
  readonly adminToken: string;
  readonly victim: Credentials;
  /** `mailKey` may be used by `sender` alone, so that such a mail has to be proved. */
  readonly attacker: Credentials & {
    readonly mailKey: string;
    readonly smpp: { readonly systemId: string; readonly password: string };
  };
  /** 1 for full strength; less for a look at how it works. */
  readonly strength: number;
  /** Which of the attack's processes this is. */
  readonly index: number;
};

export const mailSender = 'alice@attack.test';
export const deadMailSender = 'alice@mail.dead.test';

/** The attacker's own number: what is sent to it is the attacker's. */
export const attackersNumber = '+38640999999';

/** Not the victim's address, so that a bound per peer is one for the attacker alone. */
export const attackersAddress = '127.6.6.6';

/** How an attack speaks to the run. */
export type Report = {
  readonly signal: AbortSignal;
  /** From here on the victim is measured: everything that the attack needs is in place. */
  atStrength(): void;
  /** Counts what the attacker did and was answered: what was hardly begun, or never answered, says little. */
  count(what: string): void;
  /** What the service took of the attack. Its rate shows whether others were fast because the attacker was held idle. */
  accepted(count?: number): void;
  /** Something that must not happen to anybody, be it only to the one who attacks. */
  failure(what: string): void;
};

export type Attack = {
  readonly name: string;
  readonly does: string;
  /** What `accepted` counts, requests if left out; null if the attack waits, or does not read answers. */
  readonly accepts?: string | null;
  /** How many processes attack; one if left out. */
  readonly processes?: number;
  /** Before the victim is measured alone: what must be there, but is no attack. */
  setup?(target: Target): Promise<void>;
  /** Until the signal. */
  run(target: Target, report: Report): Promise<void>;
};

export function scaled(full: number, { strength }: Pick<Target, 'strength'>): number {
  return Math.max(1, Math.ceil(full * strength));
}

/** So many loops side by side until the signal; what fails in one is counted, and it goes on. */
export async function flood(report: Report, loops: number, work: (loop: number) => Promise<void>): Promise<void> {
  const one = async (loop: number) => {
    while (!report.signal.aborted) {
      report.count('begun');
      try {
        await work(loop);
      } catch (error) {
        if (report.signal.aborted) return;
        report.count(reasonOf(error));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  await Promise.all(Array.from({ length: loops }, (_, loop) => one(loop)));
}

/** An abort has a number for its code. */
export function reasonOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : name;
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
