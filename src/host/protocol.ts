import type { Config } from '../config/config.ts';

export const beatMs = 1_000;

/** What the supervisor and its processes tell each other. */
export type ToProcess =
  | { type: 'start'; config: Config; databaseUrl: string; slot: number }
  /** Say that it will end soon, and go on. */
  | { type: 'leave' }
  /** Finish in peace, a successor has taken over the port. */
  | { type: 'retire' }
  /** Another process has joined: let clients open their connections again, so that the kernel spreads them. */
  | { type: 'shed' }
  | { type: 'collect'; id: number }
  | { type: 'merged'; id: number; text: string };

export type ToSupervisor =
  | { type: 'ready' }
  /** Sent every second: the event loop turns. `utilisation`: its busy share of that second, 0 to 1. */
  | { type: 'alive'; utilisation?: number }
  | { type: 'failed'; message: string; next: string; exitCode: number }
  | { type: 'collected'; id: number; metrics: object }
  /** Has stopped as asked: what it counted stays part of the sums. */
  | { type: 'ended'; metrics: object }
  | { type: 'merge'; id: number };
