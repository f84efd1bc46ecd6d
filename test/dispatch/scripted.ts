/** An SMSC that does exactly what a test wants: it answers binds by itself, and submits with whatever PDUs it is given. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import { responseName } from '../../src/carriers/smpp/commands.ts';
import { Framer } from '../../src/carriers/smpp/framing.ts';
import { decode, encode, type Pdu, type PduInput } from '../../src/carriers/smpp/pdu.ts';

export type Scripted = {
  readonly port: number;
  /** Connections that are bound. */
  readonly binds: number;
  /** Commands that came in, in their order. */
  readonly heard: Pdu[];
  /** All of these in one segment. */
  write(...pdus: PduInput[]): void;
  /** What goes back for a submit. */
  onSubmit: (pdu: Pdu<'submit_sm'>) => PduInput[];
};

export async function scripted(): Promise<Scripted> {
  const sockets = new Set<Socket>();
  const heard: Pdu[] = [];
  let binds = 0;
  const write = (socket: Socket, pdus: PduInput[]) => socket.write(Buffer.concat(pdus.map((pdu) => encode(pdu))));
  const onPdu = (socket: Socket, pdu: Pdu) => {
    heard.push(pdu);
    const { sequence } = pdu;
    if (pdu.command === 'submit_sm') write(socket, smsc.onSubmit(pdu));
    else if (pdu.command === 'bind_transceiver') {
      binds += 1;
      write(socket, [{ command: 'bind_transceiver_resp', sequence }]);
    } else if (pdu.command === 'unbind' || pdu.command === 'enquire_link') {
      write(socket, [{ command: responseName(pdu.command), sequence }]);
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true));
    const framer = new Framer((frame) => onPdu(socket, decode(frame)));
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
  };
  return smsc;
}

/** The answer that takes a message under this id. */
export function taken({ sequence }: Pdu<'submit_sm'>, id: string): PduInput<'submit_sm_resp'> {
  return { command: 'submit_sm_resp', sequence, message_id: id };
}
