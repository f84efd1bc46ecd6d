import { setImmediate } from 'node:timers/promises';
import { fairLoop } from '../bounds/fair-loop.ts';

/**
 * Between two pieces of long work, counted in usual requests: others have their turn, and whoever has much of it goes at the pace of
 * those who send much. True if it had to wait for the sake of others.
 */
export type Pace = (owner: string, weight: number) => Promise<boolean>;

export const pace: Pace = async (owner) => {
  const waiting = fairLoop.turn(owner);
  await (waiting ?? setImmediate());
  return waiting !== undefined;
};
