import type { Config } from '../config/config.ts';

export const beatMs = 1_000;

/** Messages between the supervisor and its processes. */
export type ToProcess =
  | { type: 'start'; config: Config; databaseUrl: string; slot: number }
  /** Fail /health/ready, and still serve requests. */
  | { type: 'leave' }
  /** Stop gracefully: a successor listens on the port. */
  | { type: 'retire' }
  /** Another process has joined: close connections after their request, so that the kernel spreads the new ones. */
  | { type: 'shed' }
  | { type: 'collect'; id: number }
  | { type: 'merged'; id: number; text: string };

export type ToSupervisor =
  | { type: 'ready' }
  /** Heartbeat, every second. `utilisation`: the busy share of the event loop in that second, 0 to 1. */
  | { type: 'alive'; utilisation?: number }
  | { type: 'failed'; message: string; next: string; exitCode: number }
  | { type: 'collected'; id: number; metrics: object }
  /** Has stopped as requested; its counts stay in the sums. */
  | { type: 'ended'; metrics: object }
  | { type: 'merge'; id: number };
