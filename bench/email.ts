/**
 * A burst of e-mails on many connections, from SMTP to committed SMS, and what it costs in memory.
 * `npm run bench:email -- [mails] [connections]`. Loopback only; cleans up after itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { perUnit, usage } from './cpu.ts';
import { benchService, key } from './service.ts';

const [mails = 1_000, connections = 20] = process.argv.slice(2).map(Number);
const ports = { http: 18_080, smtp: 18_025 };
const service = await benchService(ports.http, 2, { HERMOD_SMTP_PORT: `${ports.smtp}` });

try {
  const before = memory();
  const groups = { node: [service.pid], postgres: [service.postgresPid] };
  await burst(Math.min(200, mails), 'warm-up');
  for (const round of ['1st', '2nd', '3rd']) {
    const used = usage(groups);
    const began = performance.now();
    const { slowest } = await burst(mails, round);
    const seconds = (performance.now() - began) / 1_000;
    const cost = perUnit(used, usage(groups), mails);
    console.log(
      `→ ${round}: ${mails} e-mails on ${connections} connections in ${seconds.toFixed(2)} s, ${Math.round(mails / seconds)}/s, slowest ${Math.round(slowest)} ms; processor µs per e-mail: ${JSON.stringify(cost)}`,
    );
  }
  const { rows } = await service.db.query<{ count: number }>('SELECT count(*)::integer FROM submissions');
  console.log(`→ ${rows[0]!.count} SMS committed; memory of the processes ${before} MB before, ${memory()} MB after`);
} finally {
  await service.stop();
}

/** Resident memory of the service's processes, PostgreSQL not included, in megabytes. */
function memory(): number {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && isWorker(entry));
  const pages = pids.map((pid) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]));
  return Math.round((pages.reduce((sum, count) => sum + count, 0) * 4_096) / 1e6);
}

function isWorker(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return parent === service.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts');
  } catch {
    return false; // it has ended meanwhile
  }
}

async function burst(count: number, name: string): Promise<{ slowest: number }> {
  let next = 0;
  let slowest = 0;
  const worker = async () => {
    const say = await session();
    while (next < count) {
      const index = next++;
      const began = performance.now();
      await say('MAIL FROM:<alice@good.example>', '250');
      await say('RCPT TO:<sms@localhost>', '250');
      await say('DATA', '354');
      await say(`${mail(`${name}-${index}`)}\r\n.`, '250');
      slowest = Math.max(slowest, performance.now() - began);
    }
    await say('QUIT', '221');
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { slowest };
}

function mail(name: string): string {
  return [
    'From: alice@good.example',
    'To: sms@localhost',
    `Message-ID: <${name}@good.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    '#apikey#',
    key,
    '#sender#',
    'Hermod',
    '#startdestination#',
    '+38640123456',
    '#enddestination#',
    '#startcontent#',
    `Your order ${name} is ready.`,
    '#endcontent#',
  ].join('\r\n');
}

/** Sends a line and resolves when it is answered as expected. */
async function session(): Promise<(line: string, code: string) => Promise<void>> {
  const socket = connect(ports.smtp, '127.0.0.1').setNoDelay(true);
  let text = '';
  let settle = () => {};
  socket.on('data', (data) => {
    text += data.toString();
    if (/^\d{3} .*\r\n$/m.test(text)) settle();
  });
  const reply = async (code: string) => {
    await new Promise<void>((resolve) => {
      settle = resolve;
      if (/^\d{3} .*\r\n$/m.test(text)) resolve();
    });
    if (!text.startsWith(code)) throw new Error(`expected ${code}, got ${text}`);
    text = '';
  };
  await reply('220');
  const say = (line: string, code: string) => {
    socket.write(`${line}\r\n`);
    return reply(code);
  };
  await say('EHLO bench.example', '250');
  return say;
}
