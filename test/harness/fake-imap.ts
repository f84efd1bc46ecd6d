/**
 * An IMAP server for what a real one is hard to bring to: a mailbox of any size, marks that are confirmed and not kept, e-mails
 * that are listed and not delivered. It speaks as much of RFC 3501 as a reader of one mailbox needs.
 */
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type FakeImap = {
  readonly url: string;
  /** E-mails in the mailbox; their UIDs are 1 to this. */
  exists: number;
  /** Whether the mark of this e-mail is kept. */
  keeps(uid: number): boolean;
  /** Whether this e-mail is delivered, and whether its size and flags are. */
  delivers(uid: number, what: 'description' | 'source'): boolean;
  readonly marked: Set<number>;
  /** Commands since the start, without their tags. */
  readonly commands: string[];
  /** The most UIDs in one answer to a search. */
  mostFound: number;
  /** Tells every connection that there are more e-mails. */
  announce(exists: number): void;
};

export async function fakeImap(exists: number): Promise<FakeImap> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    serve(socket, fake);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const fake: FakeImap = {
    url: `imap://box:secret@127.0.0.1:${address.port}/INBOX`,
    exists,
    keeps: () => true,
    delivers: () => true,
    marked: new Set(),
    commands: [],
    mostFound: 0,
    announce(more) {
      fake.exists = more;
      for (const socket of sockets) socket.write(`* ${more} EXISTS\r\n`);
    },
  };
  return fake;
}

function serve(socket: Socket, fake: FakeImap): void {
  let buffered = '';
  let idling = '';
  socket.write('* OK ready\r\n');
  socket.on('data', (chunk) => {
    buffered += chunk.toString('latin1');
    for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 2);
      if (line === 'DONE') socket.write(`${idling} OK done\r\n`);
      else {
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
        fake.commands.push(command);
        if (command === 'IDLE') idling = tag;
        socket.write(command === 'IDLE' ? '+ idling\r\n' : answer(fake, tag, command));
        if (command === 'LOGOUT') socket.end();
      }
    }
  });
}

const flags = '\\Seen $HermodProcessed';
const mailOf = (uid: number) =>
  `Return-Path: <alice@good.example>\r\nFrom: alice@good.example\r\nSubject: ${uid}\r\n\r\nHello\r\n`;

function answer(fake: FakeImap, tag: string, command: string): string {
  const done = `${tag} OK done\r\n`;
  const [name = ''] = /^(?:UID )?\w+/.exec(command.toUpperCase()) ?? [];
  switch (name) {
    case 'CAPABILITY':
      return `* CAPABILITY IMAP4rev1 IDLE\r\n${done}`;
    case 'LIST':
    case 'LSUB':
      return `* ${name} () "/" INBOX\r\n${done}`;
    case 'SELECT':
      return `* ${fake.exists} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] ok\r\n${tag} OK [READ-WRITE] done\r\n`;
    case 'UID SEARCH':
      return `${found(fake, command)}${done}`;
    case 'UID FETCH':
      return `${fetched(fake, command)}${done}`;
    case 'UID STORE':
      for (const uid of uidsOf(command.split(' ')[2]!, fake.exists)) if (fake.keeps(uid)) fake.marked.add(uid);
      return done;
    default:
      return done;
  }
}

function found(fake: FakeImap, command: string): string {
  const range = /\b(\d+):(\d+|\*)/.exec(command);
  const [first, last] = [Number(range?.[1] ?? 1), Math.min(fake.exists, Number(range?.[2] ?? fake.exists))];
  const uids: number[] = [];
  for (let uid = first; uid <= last; uid++) if (!fake.marked.has(uid)) uids.push(uid);
  fake.mostFound = Math.max(fake.mostFound, uids.length);
  return `* SEARCH${uids.map((uid) => ` ${uid}`).join('')}\r\n`;
}

function fetched(fake: FakeImap, command: string): string {
  const isSource = /BODY/i.test(command);
  return uidsOf(command.split(' ')[2]!, fake.exists)
    .filter((uid) => fake.delivers(uid, isSource ? 'source' : 'description'))
    .map((uid) => {
      const mail = mailOf(uid);
      if (isSource) return `* ${uid} FETCH (UID ${uid} BODY[]<0> {${mail.length}}\r\n${mail})\r\n`;
      return `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${mail.length} FLAGS (${fake.marked.has(uid) ? flags : ''}))\r\n`;
    })
    .join('');
}

function uidsOf(set: string, exists: number): number[] {
  return set.split(',').flatMap((part) => {
    const [first, last = first] = part.split(':').map((end) => (end === '*' ? exists : Number(end)));
    return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index);
  });
}
