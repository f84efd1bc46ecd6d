import { notifications } from '@mantine/notifications';
import { Fault } from '../api/fault.ts';

/** Something was done; gone by itself after a moment. */
export function notify(message: string): void {
  notifications.show({ message, color: 'fjord' });
}

/** Something went wrong that no field of a form can show. */
export function notifyFault(error: unknown): void {
  const message = error instanceof Fault || error instanceof Error ? error.message : String(error);
  notifications.show({ message, color: 'red', autoClose: 10_000 });
}
