/** One for the locks and notifications of carriers, one for the lock of the mailbox. */
const sessions = 2;

/** 8 for work, 4 for reads: two such processes keep two cores of PostgreSQL busy. */
export const usualBudget = 14;
/** 3 for work: one holds the lock of a long task, one does the task, and one is left for everything else. */
export const leastBudget = 6;

/** The connections of one process. Reads have their own, so that slow reads never delay a send request. */
export function sharesOf(budget: number): { readonly work: number; readonly reads: number } {
  const reads = Math.max(1, Math.floor((budget - sessions) / 3));
  return { work: budget - sessions - reads, reads };
}

export type Room = {
  /** `max_connections`, or the limit of the role or the database where that is less. */
  readonly most: number;
  /** Only for superusers, or roles with that right. */
  readonly reserved: number;
  /** In use by other clients than Hermod on this database. */
  readonly others: number;
  /** Reserved by running processes of Hermod, in use or not. */
  readonly promised: number;
};

/** For commands: this start itself, `hermod migrate`, `hermod doctor`. */
const spare = 2;

/** The connections asked for, or fewer; undefined if too few to work. One more process is counted: a reload starts successors early. */
export function fittingBudget(room: Room, processes: number, asked: number): number | undefined {
  const each = Math.floor(leftOf(room) / (processes + 1));
  if (each >= asked) return asked;
  return each >= leastBudget ? each : undefined;
}

/** Connections left for a node that starts now. */
export function leftOf({ most, reserved, others, promised }: Room): number {
  return Math.max(0, most - reserved - others - promised - spare);
}

export function neededFor(processes: number, budget: number): number {
  return (processes + 1) * budget + spare;
}
