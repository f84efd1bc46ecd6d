import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Problem } from '../base/problem.ts';
import { type Config, settings } from './config.ts';

export type Tls = { readonly cert: Buffer; readonly key: Buffer };

/** The operator's certificate, for every listener with TLS; undefined if none is set. */
export function readTls({ tlsCert, tlsKey }: Config): Tls | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  return { cert: readPem(settings.tlsCert.name, tlsCert), key: readPem(settings.tlsKey.name, tlsKey) };
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(`${name} is wrong: ${file} cannot be read (${code})`, 'Give the path of a readable PEM file');
  }
}

/** Reads the file again; the served certificate was read at start. */
export function certificateOf({ tlsCert }: Config): X509Certificate | undefined {
  return tlsCert === undefined ? undefined : new X509Certificate(readFileSync(tlsCert));
}

/** Checked before anything starts: reported once, instead of by every process. */
export function checkCertificate(config: Config): void {
  const tls = readTls(config);
  if (tls === undefined) return;
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new Problem(
      `${config.tlsCert} and ${config.tlsKey} are not a certificate and its key (${(error as Error).message})`,
      `Set ${settings.tlsCert.name} and ${settings.tlsKey.name} to PEM files that belong together`,
    );
  }
}
