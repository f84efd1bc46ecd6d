import type { Config } from '../config.ts';

export const beatMs = 1_000;

/** What the supervisor and its processes tell each other. */
export type ToProcess =
  | { type: 'start'; config: Config; databaseUrl: string; slot: number }
  /** Say that it will end soon, and go on. */
  | { type: 'leave' }
  /** Finish in peace, a successor has taken over the port. */
  | { type: 'retire' }
  | { type: 'collect'; id: number }
  | { type: 'merged'; id: number; text: string };

export type ToSupervisor =
  | { type: 'ready' }
  /** Said every second: the event loop turns. */
  | { type: 'alive' }
  | { type: 'failed'; message: string; next: string; exitCode: number }
  | { type: 'collected'; id: number; metrics: object }
  | { type: 'merge'; id: number };
