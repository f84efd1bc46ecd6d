/** A real Dovecot on free ports, with all its files in one folder; works with and without root. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type FetchMessageObject, ImapFlow } from 'imapflow';
import { afterAll, describe, inject, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { CERT, KEY } from '../carriers/certificate.ts';
import { ensureDebian } from './debian.ts';
import { patienceMs } from './patience.ts';
import { reasonToSkip } from './peers.ts';
import { childrenOf, commandOf, signal } from './processes.ts';

const dovecotProgram = '/usr/sbin/dovecot';

export type Dovecot = {
  readonly port: number;
  readonly tlsPort: number;
  /** A new user with an empty INBOX. */
  user(): MailUser;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends the processes that serve connections, as a crash would. */
  killSessions(): number;
  setPassword(name: string, password: string): void;
  log(): string;
};

export type MailUser = {
  readonly name: string;
  readonly folder: string;
  url(options?: { scheme?: 'imap' | 'imaps'; password?: string; host?: string; mailbox?: string }): string;
  /** On a connection of its own. */
  as<T>(work: (client: ImapFlow) => Promise<T>): Promise<T>;
  append(...mails: string[]): Promise<void>;
  /** As a mail server's delivery does it, past IMAP. Returns the files. */
  deliver(...mails: string[]): string[];
  /** The rights of the user on his own INBOX (RFC 4314). */
  restrict(rights: string): void;
  /** Subject and flags, in the order of the mailbox. */
  flags(mailbox?: string): Promise<Record<string, string[]>>;
};

const isRoot = process.getuid?.() === 0;
/** Of the mail. */
const owner = isRoot ? { uid: 65534, gid: 65534 } : userInfo();

const password = 'p@ss/wörd';
const mostUsers = 40;

async function startDovecot(tls: boolean): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-dovecot-'));
  chmodSync(folder, 0o755);
  const [port, tlsPort] = [await freePort(), tls ? await freePort() : 0];
  prepare(folder, port, tlsPort);
  let child: ChildProcess | undefined;
  let users = 0;
  const start = async () => {
    const env = { ...process.env, IN_HERMOD_TEST_RUN: inject('runId') };
    child = spawn(dovecotProgram, ['-F', '-c', join(folder, 'dovecot.conf')], { env, stdio: 'ignore' });
    await untilAnswers(port, () => readLog(folder));
  };
  const stop = async () => {
    if (child === undefined) return;
    const sessions = childrenOf(child.pid!);
    const ended = new Promise((resolve) => child?.once('close', resolve));
    child.kill('SIGTERM');
    await ended;
    // Processes that serve a client outlive it by ten seconds.
    for (const pid of sessions) signal(pid, 'SIGKILL');
    child = undefined;
  };
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    port,
    tlsPort,
    user() {
      users += 1;
      return mailUser(`box${users}`, folder, { imap: port, imaps: tlsPort });
    },
    start,
    stop,
    killSessions() {
      const sessions = childrenOf(child!.pid!).filter((pid) => /\/imap(-login)?\0|\/imap$/.test(commandOf(pid)));
      for (const pid of sessions) signal(pid, 'SIGKILL');
      return sessions.length;
    },
    setPassword(name, changed) {
      const file = join(folder, 'users');
      const others = readFileSync(file, 'utf8').replace(new RegExp(`^${name}:.*\n`, 'm'), '');
      writeFileSync(file, `${others}${name}:{PLAIN}${changed}\n`);
    },
    log: () => readLog(folder),
  };
}

function mailUser(name: string, folder: string, ports: { imap: number; imaps: number }): MailUser {
  const user: MailUser = {
    name,
    folder: join(folder, 'mail', name),
    url({ scheme = 'imap', password: given = password, host = '127.0.0.1', mailbox = 'INBOX' } = {}) {
      return `${scheme}://${name}:${encodeURIComponent(given)}@${host}:${ports[scheme]}/${encodeURIComponent(mailbox)}`;
    },
    async as(work) {
      const client = new ImapFlow({
        host: '127.0.0.1',
        port: ports.imap,
        secure: false,
        auth: { user: name, pass: password },
        tls: { rejectUnauthorized: false },
        logger: false,
      });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.logout();
      }
    },
    append: (...mails) =>
      user.as(async (client) => {
        for (const mail of mails) await client.append('INBOX', mail);
      }),
    deliver(...mails) {
      for (const part of ['', 'tmp', 'new', 'cur']) own(user.folder, part);
      return mails.map((mail, index) => {
        const name = `${Date.now()}.${index}.test`;
        writeFileSync(join(user.folder, 'tmp', name), mail);
        chownSync(join(user.folder, 'tmp', name), owner.uid, owner.gid);
        renameSync(join(user.folder, 'tmp', name), join(user.folder, 'new', name));
        return join(user.folder, 'new', name);
      });
    },
    restrict(rights) {
      for (const part of ['', 'tmp', 'new', 'cur']) own(user.folder, part);
      writeFileSync(join(user.folder, 'dovecot-acl'), `owner ${rights}\n`);
    },
    flags: (mailbox = 'INBOX') =>
      user.as(async (client) => {
        const { exists } = await client.mailboxOpen(mailbox, { readOnly: true });
        const all = exists === 0 ? [] : await client.fetchAll('1:*', { flags: true, envelope: true });
        return Object.fromEntries(all.map((message) => [message.envelope?.subject ?? '', flagsOf(message)]));
      }),
  };
  return user;
}

function own(...path: string[]): void {
  mkdirSync(join(...path), { recursive: true });
  chownSync(join(...path), owner.uid, owner.gid);
}

function flagsOf({ flags = new Set() }: FetchMessageObject): string[] {
  return [...flags].filter((flag) => flag !== '\\Recent').sort();
}

/** As root, Dovecot requires unprivileged users, and mail belongs to `nobody`; otherwise all files belong to the current user. */
function prepare(folder: string, port: number, tlsPort: number): void {
  const { username } = userInfo();
  for (const name of ['mail', 'run']) mkdirSync(join(folder, name), { mode: 0o755 });
  chownSync(join(folder, 'mail'), owner.uid, owner.gid);
  const names = Array.from({ length: mostUsers }, (_, index) => `box${index + 1}`);
  writeFileSync(join(folder, 'users'), names.map((name) => `${name}:{PLAIN}${password}\n`).join(''));
  writeFileSync(join(folder, 'cert.pem'), CERT);
  writeFileSync(join(folder, 'key.pem'), KEY);
  const internal = isRoot
    ? 'default_internal_user = dovecot\ndefault_internal_group = dovecot\ndefault_login_user = dovenull\n'
    : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${group()}\n` +
      ['anvil', 'imap-login', 'stats'].map((service) => `service ${service} {\n  chroot =\n}\n`).join('');
  writeFileSync(join(folder, 'dovecot.conf'), config(folder, port, tlsPort) + internal);
}

const group = () => execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();

function config(folder: string, port: number, tlsPort: number): string {
  return `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
ssl = ${tlsPort === 0 ? 'no' : 'yes'}
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_failure_delay = 0
mail_max_userip_connections = 100
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail/%u
mail_plugins = acl
plugin {
  acl = vfile
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`;
}

function untilAnswers(port: number, complaint: () => string): Promise<void> {
  const greeted = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('data', () => resolve(socket.destroy() && undefined));
      socket.once('error', () => reject(new Error(`Dovecot does not answer:\n${complaint()}`)));
      socket.once('close', () => reject(new Error(`Dovecot hangs up:\n${complaint()}`)));
    });
  return vi.waitFor(greeted, { timeout: patienceMs, interval: 50 });
}

function readLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'log'), 'utf8');
  } catch {
    return '(nothing said)';
  }
}

/** A suite on a Dovecot of its own; skipped with the reason in its name if Dovecot is missing. */
export async function withDovecot(name: string, tests: (dovecot: Dovecot) => void, { tls = true } = {}): Promise<void> {
  const missing = (await ensureDebian('dovecot-imapd', dovecotProgram)) ?? reasonToSkip(otherVersion());
  if (missing !== undefined) {
    describe.skip(`${name} (skipped: ${missing})`, () => tests({} as Dovecot));
    return;
  }
  const dovecot = await startDovecot(tls);
  describe(name, () => tests(dovecot));
}

/** 2.4 has another language for its settings. */
function otherVersion(): string | undefined {
  const version = execFileSync(dovecotProgram, ['--version'], { encoding: 'utf8' }).trim();
  return version.startsWith('2.3.') ? undefined : `Dovecot 2.3 is needed, not ${version}`;
}
