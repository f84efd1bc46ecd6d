/** One for the locks and notices of carriers, one for the lock of the mailbox. */
const sessions = 2;

/** 8 for work, 4 for reads: two such processes keep two cores of PostgreSQL busy. */
export const usualBudget = 14;
/** 3 for work: one holds a lock over a long task, one is used by that task, and one is left for everybody else. */
export const leastBudget = 6;

/** The connections of one process. Reads have their own, so that slow ones never keep a send waiting. */
export function sharesOf(budget: number): { readonly work: number; readonly reads: number } {
  const reads = Math.max(1, Math.floor((budget - sessions) / 3));
  return { work: budget - sessions - reads, reads };
}

/** What the server has, and what others take of it. */
export type Room = {
  /** `max_connections`, or the limit of the role or the database where that is less. */
  readonly most: number;
  /** Those that only superusers, or roles with that right, can have. */
  readonly reserved: number;
  /** In use by anybody but Hermod on this database. */
  readonly others: number;
  /** What the running processes of Hermod may take, in use or not. */
  readonly promised: number;
};

/** For commands that somebody runs meanwhile: this start itself, `hermod migrate`, `hermod doctor`. */
const spare = 2;

/**
 * How many connections each of so many processes can have: what was asked for, or less; undefined if it is too little to
 * work. One process more is counted, since a reload starts the successor of a process before that ends.
 */
export function fittingBudget(room: Room, processes: number, asked: number): number | undefined {
  const each = Math.floor(leftOf(room) / (processes + 1));
  if (each >= asked) return asked;
  return each >= leastBudget ? each : undefined;
}

/** What a node that starts now can have. */
export function leftOf({ most, reserved, others, promised }: Room): number {
  return Math.max(0, most - reserved - others - promised - spare);
}

/** What a server needs for one such node alone. */
export function neededFor(processes: number, budget: number): number {
  return (processes + 1) * budget + spare;
}
