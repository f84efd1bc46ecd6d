import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Config, settings } from '../config.ts';
import { Problem } from '../problem.ts';

/** Tried before anything is started: said once, not by every process. */
export function checkCertificate({ tlsCert, tlsKey }: Config): void {
  if (tlsCert === undefined || tlsKey === undefined) return;
  const cert = readPem(settings.tlsCert.name, tlsCert);
  const key = readPem(settings.tlsKey.name, tlsKey);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new Problem(
      `${tlsCert} and ${tlsKey} are not a certificate and its key (${(error as Error).message})`,
      `Set ${settings.tlsCert.name} and ${settings.tlsKey.name} to PEM files that belong together`,
    );
  }
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(`${name} is wrong: ${file} cannot be read (${code})`, 'Give the path of a readable PEM file');
  }
}
