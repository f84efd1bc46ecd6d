import type { Log } from '../../telemetry/log.ts';
import { type LockSession, openLockSession } from '../locks/session.ts';
import { queueChannel } from '../message/queue.ts';

/** On which a new process requests its share of the binds of a carrier. */
const shareChannel = 'hermod_bind_shares';

type SlotEvents = {
  /** The session was lost, and every slot with it: another process may hold them now. */
  readonly onLost: () => void;
  readonly onQueued: (queues: number[]) => void;
  /** A process has fewer binds of this carrier than its share, which is the same for all processes. */
  readonly onAsked: (carrierId: string, share: number) => void;
};

/** The slots of a carrier are numbered locks in its name. Their session is the one connection that can listen as well. */
export function openSlots(url: string, log: Log, { onLost, onQueued, onAsked }: SlotEvents): Promise<LockSession> {
  const listen = {
    [queueChannel]: (queues: string) => onQueued(queues.split(',').map(Number)),
    [shareChannel]: (payload: string) => {
      const [carrierId = '', share] = payload.split(' ');
      onAsked(carrierId, Number(share));
    },
  };
  return openLockSession(url, { name: 'hermod slots', log, onLost, listen });
}

/** Asks the processes that have more than this share to give up one bind each. */
export function askForShare(slots: LockSession, carrierId: string, share: number): Promise<void> {
  return slots.notify(shareChannel, `${carrierId} ${share}`);
}
