/** Stable for scripts; `docs/reference/command.md` lists the same numbers. */
export const exitCodes = { unexpected: 1, usage: 2, unavailable: 3, alreadyRunning: 4, notDelivered: 5 } as const;

/** An error that a person can fix: printed as one line with the next step, without a stack. */
export class Problem extends Error {
  readonly next: string;
  readonly exitCode: number;

  constructor(message: string, next: string, exitCode: number = exitCodes.usage) {
    super(message);
    this.name = 'Problem';
    this.next = next;
    this.exitCode = exitCode;
  }

  get line(): string {
    return `${this.message}. ${this.next}`;
  }
}
