import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Outcome } from './pending.ts';
import { Session } from './session.ts';
import type { CloseReason, SessionEvents, SessionSettings } from './session-events.ts';
import { statusName } from './status.ts';

export type BindRole = 'transceiver' | 'transmitter' | 'receiver';

export type BindTarget = {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Whether the certificate is checked. */
  readonly verify: boolean;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly addressRange: string;
};

export type BindAttempt =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly reason: string };

const INTERFACE_VERSION = 0x34;

/** One try to connect and bind. Gives up after the session's response timeout at each of the two; never rejects. */
export async function bind(
  role: BindRole,
  target: BindTarget,
  events: SessionEvents,
  settings: SessionSettings,
  abort: AbortSignal,
): Promise<BindAttempt> {
  const socket = openSocket(target);
  const giveUp = () => socket.destroy();
  abort.addEventListener('abort', giveUp, { once: true });
  try {
    const failure = await connected(socket, target.tls, settings.responseTimeoutMs);
    if (failure !== undefined) return { ok: false, reason: failure };
    return await sayHello(new Session(socket, events, settings), role, target);
  } finally {
    abort.removeEventListener('abort', giveUp);
  }
}

function openSocket({ host, port, tls, verify }: BindTarget): Socket {
  return tls
    ? connectTls({ host, port, servername: nameFor(host), rejectUnauthorized: verify })
    : connectTcp({ host, port });
}

/** An address is no server name: TLS forbids it, and Node warns. */
const nameFor = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);

/** Undefined once connected, otherwise what went wrong. */
function connected(socket: Socket, tls: boolean, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), timeoutMs);
    const settle = (failure?: string) => {
      clearTimeout(timer);
      socket.removeListener('close', onClose);
      resolve(failure);
    };
    let error: Error | undefined;
    const onClose = () => settle(error?.message || 'connection closed');
    socket.on('error', (cause) => {
      error = cause;
    });
    socket.once('close', onClose);
    socket.once(tls ? 'secureConnect' : 'connect', () => settle());
  });
}

async function sayHello(session: Session, role: BindRole, target: BindTarget): Promise<BindAttempt> {
  const outcome = await session.request({
    command: `bind_${role}`,
    system_id: target.systemId,
    password: target.password,
    system_type: target.systemType,
    interface_version: INTERFACE_VERSION,
    address_range: target.addressRange,
  });
  if (outcome.kind === 'answered' && outcome.response.status === 0) return { ok: true, session };
  session.close();
  return { ok: false, reason: bindFailure(outcome) };
}

function bindFailure(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'answered':
      return `bind refused: ${statusName(outcome.response.status)}`;
    case 'nacked':
      return `bind not understood: ${statusName(outcome.status)}`;
    case 'unreadable':
    case 'invalid':
      return outcome.error.message;
    case 'timeout':
      return 'bind not answered in time';
    case 'lost':
      return 'connection closed during bind';
  }
}

export function describeClose(reason: CloseReason): string {
  return 'error' in reason ? `${reason.kind}: ${reason.error.message}` : reason.kind;
}
