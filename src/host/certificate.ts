import { createSecureContext } from 'node:tls';
import { Problem } from '../base/problem.ts';
import { type Config, settings } from '../config/config.ts';
import { readTls } from '../config/tls.ts';

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
