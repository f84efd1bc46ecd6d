/** A scripted SMSC: it responds to binds by itself, and to submits with the PDUs it is given. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import { responseName } from '../../src/smpp/protocol/commands.ts';
import { decode, encode, type Pdu, type PduInput } from '../../src/smpp/protocol/pdu.ts';
import { Framer } from '../../src/smpp/session/framing.ts';

/** The connection that a submit came over. */
export type Line = {
  /** Numbered from 1. */
  readonly number: number;
  /** Sends all of these in one segment, if the connection is still open. */
  write(...pdus: PduInput[]): void;
  /** Closes without unbind. */
  cut(): void;
};

export type ScriptedSubmit = { readonly connection: number; readonly destination: string; readonly at: number };

export type Scripted = {
  readonly port: number;
  /** Connections that are bound. */
  readonly binds: number;
  /** Received commands, in order of arrival. */
  readonly heard: Pdu[];
  /** Sends all of these in one segment. */
  write(...pdus: PduInput[]): void;
  /** Every submit_sm, in the order of arrival. */
  readonly submits: ScriptedSubmit[];
  /** The PDUs sent immediately in response to a submit. */
  onSubmit: (pdu: Pdu<'submit_sm'>, line: Line) => PduInput[];
  /** The status of the bind response. */
  onBind: () => number;
  /** Stops reading and responding on every connection. */
  isStalled: boolean;
};

export async function scripted(): Promise<Scripted> {
  const sockets = new Set<Socket>();
  const heard: Pdu[] = [];
  const submits: ScriptedSubmit[] = [];
  let binds = 0;
  let connections = 0;
  let isStalled = false;
  const write = (socket: Socket, pdus: PduInput[]) =>
    socket.writable && socket.write(Buffer.concat(pdus.map((pdu) => encode(pdu))));
  const onPdu = (socket: Socket, pdu: Pdu, line: Line) => {
    heard.push(pdu);
    const { sequence } = pdu;
    if (pdu.command === 'submit_sm') {
      submits.push({ connection: line.number, destination: `+${pdu.destination_addr}`, at: Date.now() });
      write(socket, smsc.onSubmit(pdu, line));
    } else if (pdu.command === 'bind_transceiver') {
      const status = smsc.onBind();
      if (status === 0) binds += 1;
      write(socket, [{ command: 'bind_transceiver_resp', sequence, status }]);
    } else if (pdu.command === 'unbind' || pdu.command === 'enquire_link') {
      write(socket, [{ command: responseName(pdu.command), sequence }]);
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true));
    if (isStalled) socket.pause();
    connections += 1;
    const line = {
      number: connections,
      write: (...pdus: PduInput[]) => void write(socket, pdus),
      cut: () => void socket.destroy(),
    };
    const framer = new Framer((frame) => onPdu(socket, decode(frame), line));
    socket.on('data', (chunk) => framer.push(chunk)).on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const smsc: Scripted = {
    port: (server.address() as AddressInfo).port,
    heard,
    get binds() {
      return binds;
    },
    write: (...pdus) => void write([...sockets].at(-1)!, pdus),
    onSubmit: () => [],
    onBind: () => 0,
    submits,
    get isStalled() {
      return isStalled;
    },
    set isStalled(stalled) {
      isStalled = stalled;
      for (const socket of sockets) socket[stalled ? 'pause' : 'resume']();
    },
  };
  return smsc;
}

/** The response that accepts a message under this id. */
export function taken({ sequence }: Pdu<'submit_sm'>, id: string): PduInput<'submit_sm_resp'> {
  return { command: 'submit_sm_resp', sequence, message_id: id };
}
