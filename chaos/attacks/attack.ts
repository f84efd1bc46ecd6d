/** What an attack is, and what it knows of the service under attack. */

export type Credentials = { readonly id: string; readonly key: string };

/** One running service, as an unauthenticated client, a customer or a carrier may know it; given to a separate process. */
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
  /** Counts the attacker's requests and their outcomes: an attack with few requests or responses proves little. */
  count(what: string): void;
  /** Counts what the service accepted of the attack. Its rate shows whether others were fast because the attacker was idle. */
  accepted(count?: number): void;
  /** An outcome that no customer may see, the attacker included. */
  failure(what: string): void;
};

export type Attack = {
  readonly name: string;
  readonly does: string;
  /** What `accepted` counts, requests by default; null if the attack waits, or does not read responses. */
  readonly accepts?: string | null;
  /** How many processes attack; one by default. */
  readonly processes?: number;
  /** Runs before the victim is measured alone: the preparation, which is not part of the attack. */
  setup?(target: Target): Promise<void>;
  /** Runs until the signal. */
  run(target: Target, report: Report): Promise<void>;
};

export function scaled(full: number, { strength }: Pick<Target, 'strength'>): number {
  return Math.max(1, Math.ceil(full * strength));
}

/** Runs `loops` loops in parallel until the signal; an error in one is counted, and the loop continues. */
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
