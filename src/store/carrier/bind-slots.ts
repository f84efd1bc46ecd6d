import type { Log } from '../../log.ts';
import { type LockSession, openLockSession } from '../lock-session.ts';
import { queueChannel } from '../message/queue.ts';

type SlotEvents = {
  /** The session is gone, and every slot with it: somebody else may hold them by now. */
  readonly onLost: () => void;
  /** Somebody has put messages into these queues. */
  readonly onQueued: (queues: number[]) => void;
};

/** The slots of a carrier are numbered locks in its name. Their session is the one connection that can listen as well. */
export function openSlots(url: string, log: Log, { onLost, onQueued }: SlotEvents): Promise<LockSession> {
  const onNotice = (queues: string) => onQueued(queues.split(',').map(Number));
  return openLockSession(url, { name: 'hermod slots', log, onLost, listen: { channel: queueChannel, onNotice } });
}
