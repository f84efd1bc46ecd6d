/** Kannel from Debian, configured as its documentation describes: bearerbox and smsbox, with or without a spool on disk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ports } from './scenario.ts';
import { ended } from './service.ts';

export const hasKannel = existsSync('/usr/sbin/bearerbox') && existsSync('/usr/sbin/smsbox');

export type Kannel = { pids: number[]; stop(): Promise<void> };

export async function startKannel(store: 'memory' | 'spool'): Promise<Kannel> {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-bench-kannel-'));
  mkdirSync(join(folder, 'spool'));
  const file = join(folder, 'kannel.conf');
  writeFileSync(file, configuration(store === 'spool' ? join(folder, 'spool') : undefined));
  const bearer = box('bearerbox', file);
  await sleep(2_000);
  const sms = box('smsbox', file);
  await sleep(2_000);
  return {
    pids: [bearer.pid!, sms.pid!],
    async stop() {
      await ended(sms);
      await ended(bearer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function box(program: string, file: string): ChildProcess {
  return spawn(join('/usr/sbin', program), ['-v', '4', file], { stdio: 'ignore' });
}

function configuration(spool: string | undefined): string {
  return `group = core
admin-port = ${ports.kannelAdmin}
admin-password = admin
smsbox-port = ${ports.kannelBox}
box-allow-ip = 127.0.0.1
dlr-storage = internal
${spool === undefined ? '' : `store-type = spool\nstore-location = ${spool}`}

group = smsc
smsc = smpp
smsc-id = bench
host = 127.0.0.1
port = ${ports.smsc}
smsc-username = bench
smsc-password = bench
system-type = VMA
transceiver-mode = true
max-pending-submits = 500
msg-id-type = 0x00
instances = 2

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${ports.kannelBox}
sendsms-port = ${ports.kannelHttp}
sendsms-interface = 127.0.0.1
http-queue-delay = 1
max-pending-requests = 512

group = sendsms-user
username = bench
password = bench
max-messages = 3
concatenation = true

group = sms-service
keyword = default
max-messages = 0
catch-all = true
text = ignored
`;
}
