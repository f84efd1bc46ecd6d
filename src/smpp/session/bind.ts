import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type StatusName, statusCode, statusName } from '../protocol/status.ts';
import type { RequestOutcome } from './requests.ts';
import { SmppSession } from './session.ts';
import type { CloseReason, SessionEvents, SessionSettings } from './session-events.ts';

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

export type BindOutcome =
  | { readonly ok: true; readonly session: SmppSession }
  /** `refused`: because of the credentials, so a retry needs a change of settings. */
  | { readonly ok: false; readonly reason: string; readonly refused: boolean };

const INTERFACE_VERSION = 0x34;

/** One attempt to connect and bind, each limited by the session's response timeout. Never rejects. */
export async function bind(
  role: BindRole,
  target: BindTarget,
  events: SessionEvents,
  settings: SessionSettings,
  abort: AbortSignal,
): Promise<BindOutcome> {
  const socket = openSocket(target);
  const giveUp = () => socket.destroy();
  abort.addEventListener('abort', giveUp, { once: true });
  try {
    const failure = await connected(socket, target.tls, settings.responseTimeoutMs);
    if (failure !== undefined) return { ok: false, reason: failure, refused: false };
    return await bindSession(new SmppSession(socket, events, settings), role, target);
  } finally {
    abort.removeEventListener('abort', giveUp);
  }
}

function openSocket({ host, port, tls, verify }: BindTarget): Socket {
  return tls
    ? connectTls({ host, port, servername: nameFor(host), rejectUnauthorized: verify })
    : connectTcp({ host, port });
}

/** TLS does not allow an IP address as server name, and Node warns about it. */
export const nameFor = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);

/** Resolves with the error, or undefined once connected. */
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

async function bindSession(session: SmppSession, role: BindRole, target: BindTarget): Promise<BindOutcome> {
  const outcome = await askToBind(session, role, target);
  if (outcome.kind === 'answered' && outcome.response.status === 0) return { ok: true, session };
  session.close();
  return { ok: false, reason: bindFailure(outcome), refused: isRefused(outcome) };
}

export function askToBind(session: SmppSession, role: BindRole, target: BindTarget): Promise<RequestOutcome> {
  return session.ask({
    command: `bind_${role}`,
    system_id: target.systemId,
    password: target.password,
    system_type: target.systemType,
    interface_version: INTERFACE_VERSION,
    address_range: target.addressRange,
  });
}

/** Wrong credentials or a closed account: repeated attempts could get us locked out. */
const REFUSALS: readonly StatusName[] = ['ESME_RBINDFAIL', 'ESME_RINVPASWD', 'ESME_RINVSYSID', 'ESME_RINVSYSTYP'];

function isRefused(outcome: RequestOutcome): boolean {
  const status = outcome.kind === 'answered' ? outcome.response.status : 0;
  return REFUSALS.some((name) => statusCode(name) === status);
}

export function bindFailure(outcome: RequestOutcome): string {
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

const CLOSE_TEXTS: Readonly<Partial<Record<CloseReason['kind'], string>>> = {
  silent: 'no response to enquire_link',
  'no responses': 'no response to any submit, only to enquire_link',
  'window exhausted': 'too many submits without a response',
  'not bound': 'the carrier reports that we are not bound (ESME_RINVBNDSTS)',
};

export function describeClose(reason: CloseReason): string {
  if ('error' in reason) return `${reason.kind}: ${reason.error.message}`;
  return CLOSE_TEXTS[reason.kind] ?? reason.kind;
}
