/**
 * A cheap SMPP customer: prepared bytes, a full window on each bind, and a response to every deliver_sm. Runs in its own
 * process (`node bench/smpp-client.ts '<options as JSON>'`) and prints its result as JSON.
 */
import { connect, type Socket } from 'node:net';
import { encode } from '../src/smpp/protocol/pdu.ts';
import { Framer } from '../src/smpp/session/framing.ts';

export type SmppLoad = {
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly binds: number;
  /** Unanswered submits per bind. */
  readonly window: number;
  readonly messages: number;
  /** Number of receipts to wait for. */
  readonly receipts: number;
};

export type SmppLoaded = {
  readonly answered: number;
  readonly refused: number;
  readonly receipts: number;
  /** From the first submit to the last response or receipt. */
  readonly seconds: number;
  readonly cpuSeconds: number;
};

const submitResp = 0x80000004;
const deliverSm = 0x00000005;
const enquireLink = 0x00000015;
const silenceMs = 30_000;

export async function submitAll(options: SmppLoad): Promise<SmppLoaded> {
  const submit = encode({
    command: 'submit_sm',
    source_addr_ton: 5,
    source_addr: 'Hermod',
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: '38640100000',
    registered_delivery: options.receipts > 0 ? 1 : 0,
    short_message: Buffer.from('Your parcel arrives today between 14:00 and 16:00.'),
  });
  const count = { asked: 0, answered: 0, refused: 0, receipts: 0, lastAt: performance.now() };
  const sockets = await Promise.all(Array.from({ length: options.binds }, () => bind(options)));
  const began = performance.now();
  const cpu = process.cpuUsage();
  await new Promise<void>((resolve) => {
    const watch = setInterval(() => {
      if (performance.now() - count.lastAt > silenceMs) done();
    }, 1_000);
    const done = () => {
      clearInterval(watch);
      resolve();
    };
    const check = () => {
      count.lastAt = performance.now();
      if (count.answered >= options.messages && count.receipts >= options.receipts) done();
    };
    for (const socket of sockets) serve(socket, submit, options, count, check);
  });
  for (const socket of sockets) socket.destroy();
  const { user, system } = process.cpuUsage(cpu);
  const { answered, refused, receipts, lastAt } = count;
  return { answered, refused, receipts, seconds: (lastAt - began) / 1_000, cpuSeconds: (user + system) / 1e6 };
}

type Count = { asked: number; answered: number; refused: number; receipts: number; lastAt: number };

function serve(socket: Socket, submit: Buffer, { messages, window }: SmppLoad, count: Count, check: () => void): void {
  let gathered: Buffer[] = [];
  const next = () => {
    if (count.asked >= messages) return;
    count.asked += 1;
    const bytes = Buffer.from(submit);
    bytes.writeUInt32BE(count.asked + 1, 12);
    gathered.push(bytes);
  };
  const flush = () => {
    if (gathered.length > 0) socket.write(Buffer.concat(gathered));
    gathered = [];
  };
  const framer = new Framer((frame) => {
    const id = frame.readUInt32BE(4);
    if (id === submitResp) {
      count.answered += 1;
      if (frame.readUInt32BE(8) !== 0) count.refused += 1;
      next();
    } else if (id === deliverSm) {
      count.receipts += 1;
      gathered.push(encode({ command: 'deliver_sm_resp' }, frame.readUInt32BE(12)));
    } else if (id === enquireLink) gathered.push(encode({ command: 'enquire_link_resp' }, frame.readUInt32BE(12)));
  });
  socket.removeAllListeners('data');
  socket.on('data', (chunk) => {
    framer.push(chunk);
    flush();
    check();
  });
  for (let place = 0; place < window; place++) next();
  flush();
}

export async function bind({
  port,
  systemId,
  password,
}: Pick<SmppLoad, 'port' | 'systemId' | 'password'>): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setNoDelay(true);
  socket.write(encode({ command: 'bind_transceiver', system_id: systemId, password, interface_version: 0x34 }, 1));
  const answer = await new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the bind was not answered')));
  });
  if (answer.readUInt32BE(8) !== 0) throw new Error(`the bind was refused: 0x${answer.readUInt32BE(8).toString(16)}`);
  return socket;
}

if (import.meta.main) console.log(JSON.stringify(await submitAll(JSON.parse(process.argv[2]!) as SmppLoad)));
