/** Sends mails byte by byte: no library would write such ones. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { attackersAddress, type Target } from './attack.ts';

/** How many copies of the same command, pipelined `times` times, were answered. */
export async function command({ smtpPort }: Target, text: string, times: number, signal: AbortSignal): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port: smtpPort, localAddress: attackersAddress });
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  let answered = 0;
  try {
    const lines = answers(socket);
    await next(lines);
    socket.write(`${text}\r\n`.repeat(times));
    while (answered < times && /^2/.test(await next(lines))) answered += 1;
    return answered;
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** The answer to the mail, or to the command that was refused on the way. */
export async function bring({ smtpPort }: Target, from: string, mail: Buffer, signal: AbortSignal): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: smtpPort, localAddress: attackersAddress });
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await converse(socket, from, mail);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

async function converse(socket: Socket, from: string, mail: Buffer): Promise<string> {
  const lines = answers(socket);
  let answer = await next(lines);
  for (const command of ['EHLO attack.test', `MAIL FROM:<${from}>`, 'RCPT TO:<sms@localhost>', 'DATA']) {
    if (!/^[23]/.test(answer)) return answer;
    socket.write(`${command}\r\n`);
    answer = await next(lines);
  }
  if (!answer.startsWith('354')) return answer;
  if (!socket.write(mail)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  socket.write('\r\n.\r\n');
  return next(lines);
}

/** The last line of each answer. */
async function* answers(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of socket.setEncoding('latin1') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) if (line[3] === ' ') yield line;
  }
}

async function next(lines: AsyncGenerator<string>): Promise<string> {
  const { value, done } = await lines.next();
  if (done) throw new Error('the listener hung up');
  return value;
}
