/** Certificates made by the test: a certificate authority, and the certificates that it has signed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Pair = { key: string; cert: string };

const folder = mkdtempSync(join(tmpdir(), 'hermod-certificates-'));
const file = (name: string) => join(folder, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

export function selfSigned(name: string, extensions: string[] = []): Pair {
  const out = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-subj',
    `/CN=${name}`,
    ...extensions.flatMap((e) => ['-addext', e]),
    '-days',
    '2',
    ...out,
  );
  return pair(name);
}

export function signedBy(authority: string, name: string, names: string, days = 2): Pair {
  writeFileSync(file(`${name}.ext`), `subjectAltName=${names}\n`);
  openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
  const by = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-extfile', `${name}.ext`];
  openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-days', `${days}`, '-out', `${name}.crt`);
  return pair(name);
}

export function dropCertificates(): void {
  rmSync(folder, { recursive: true, force: true });
}

function pair(name: string): Pair {
  return { key: readFileSync(file(`${name}.key`), 'utf8'), cert: readFileSync(file(`${name}.crt`), 'utf8') };
}
