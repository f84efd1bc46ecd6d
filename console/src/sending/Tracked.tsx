import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LiveMessage } from '../live/events.ts';
import { useLiveEvent } from '../live/useLive.tsx';
import { Status } from '../parts/Status.tsx';
import { Time } from '../parts/Time.tsx';
import styles from './Tracked.module.css';

type Row = {
  readonly messageId: string;
  readonly destination: string;
  readonly status: string;
  readonly at?: string | undefined;
};

/** Messages and how they are doing, as it happens. With `ids`, only those. */
export function useTracked(
  ids: readonly { messageId: string; destination: string }[] | undefined,
  most: number,
  first = 'ACCEPTED',
): Row[] {
  const [heard, setHeard] = useState<ReadonlyMap<string, LiveMessage>>(new Map());
  useLiveEvent('messages', ({ messages }) => {
    setHeard((before) => {
      const wanted = ids
        ? messages.filter(({ messageId }) => ids.some((one) => one.messageId === messageId))
        : messages;
      if (wanted.length === 0) return before;
      const all = new Map(before);
      for (const message of wanted) all.set(message.messageId, message);
      return ids ? all : new Map([...all].slice(-most));
    });
  });
  if (!ids) return [...heard.values()].map(rowOf).reverse();
  return ids.slice(0, most).map((one) => {
    const message = heard.get(one.messageId);
    return message ? rowOf(message) : { ...one, status: first };
  });
}

function rowOf({ messageId, destination, status, updatedAt }: LiveMessage): Row {
  return { messageId, destination, status, at: updatedAt };
}

export function Tracked({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className={styles.list} aria-live="polite">
      {rows.map(({ messageId, destination, status, at }) => (
        <li key={messageId}>
          <Link to={`/messages/${messageId}`}>{destination}</Link>
          <Status status={status} />
          {at && <Time at={at} />}
        </li>
      ))}
    </ul>
  );
}
