import { type State, type Status, states } from '../../domain/message/message.ts';
import type { MessageRow } from '../../store/message/messages.ts';

/** QUEUED is shown as ACCEPTED or SCHEDULED, depending on how the message came in. */
export function byStatus(status: Status | undefined): { states?: readonly State[]; scheduled?: boolean } {
  if (status === undefined) return {};
  if (status === 'ACCEPTED') return { states: ['QUEUED'], scheduled: false };
  if (status === 'SCHEDULED') return { states: ['SCHEDULED', 'QUEUED'], scheduled: true };
  return { states: states.filter((state) => state === status) };
}

/** Present only after a failed attempt to hand the message to a carrier. */
export function triesOf({ attempts, next_attempt_at: next }: MessageRow) {
  return attempts === 0
    ? { attemptCount: undefined, nextAttemptAt: undefined }
    : { attemptCount: attempts, nextAttemptAt: next };
}
