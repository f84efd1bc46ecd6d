import { readConfig } from '../../src/config/config.ts';
import { demoSenders } from '../../src/flows/accounts/demo.ts';
import { commandName, shellWord } from '../../src/host/commands/command-name.ts';
import { demoFiles, readSecret } from '../../src/host/data-dir.ts';

export type Introduced = {
  readonly address: string;
  readonly forwardTo: string | undefined;
  readonly dataDir: string;
  readonly isChecked: boolean;
};

/** The first output of `hermod listen`: its address, and a command to paste. */
export function introduction({ address, forwardTo, dataDir, isChecked }: Introduced): string {
  const passing = forwardTo === undefined ? '' : `, passing events on to ${forwardTo}`;
  const checked = isChecked
    ? 'signatures are checked'
    : 'signatures are not checked: give --secret whsec_… (POST /v1/webhooks/secret makes one)';
  return [
    `hermod: listening on ${address}${passing}`,
    `        ${checked}; Ctrl-C ends it`,
    '',
    '  Send a message that reports here:',
    '',
    `  ${sendLine(address, dataDir)}`,
    '',
  ].join('\n');
}

/** A command for another terminal. With the demo account of this machine it needs no key; otherwise the key is a placeholder. */
function sendLine(address: string, dataDir: string): string {
  const isDemo = readSecret(dataDir, demoFiles.key) !== undefined;
  const isUsual = dataDir === readConfig({}).dataDir;
  return [
    `${commandName()} send`,
    ...(isDemo ? [`--from ${demoSenders[0]}`] : ['--key YOUR-KEY --from YOUR-SENDER']),
    '--to +38640123456',
    ...(isDemo && !isUsual ? [`--data-dir ${shellWord(dataDir)}`] : []),
    `--delivery-report-url ${address} 'Hello from Hermod'`,
  ].join(' ');
}
