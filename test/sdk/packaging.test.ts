/** The published SDK, for `import` and `require`: its types under every module resolution that reads `exports`, and its code. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installSdk } from './clients.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = installSdk();

const use = `const hermod: Hermod = new Hermod({ apiKey: '0190b5a0-0000-7000-8000-000000000000' });
export const sent: Promise<{ messages: { messageId: string }[] }> = hermod.messages.send({ sender: 'A', destinations: ['+38640123456'], message: { content: 'Hi' } });
sent.catch((error: unknown) => { if (error instanceof HermodError) console.log(error.code satisfies number | undefined, typeof verify); });
// @ts-expect-error: the types are declared, and not any
hermod.noSuchThing;
`;
const imported = `import { Hermod, HermodError, verify } from '@hermod/sdk';\n${use}`;
const required = `import sdk = require('@hermod/sdk');\nconst { HermodError, verify } = sdk;\ntype Hermod = sdk.Hermod;\nconst Hermod = sdk.Hermod;\n${use}`;

/** The module kind of a file follows from its extension, or from the package that contains it. */
const files = [
  ['module', 'consumer.mts', imported],
  ['module', 'consumer.ts', imported],
  ['module', 'consumer.cts', required],
  ['commonjs', 'consumer.ts', imported],
  ['commonjs', 'consumer.cts', imported],
  ['commonjs', 'required.ts', required],
  ['commonjs', 'consumer.mts', imported],
] as const;

const ways = [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
  ['preserve', 'bundler'],
  ['commonjs', 'bundler'],
] as const;

for (const type of ['module', 'commonjs']) {
  mkdirSync(join(folder, type, 'node_modules'), { recursive: true });
  symlinkSync(join(folder, 'node_modules', '@hermod'), join(folder, type, 'node_modules', '@hermod'));
  writeFileSync(join(folder, type, 'package.json'), JSON.stringify({ type }));
  for (const [in_, name, code] of files) if (in_ === type) writeFileSync(join(folder, type, name), code);
}

test.each(ways)('types with module %s and moduleResolution %s', (module, resolution) => {
  // `import x = require()` is not allowed where the output is an ES module.
  const some = files.filter(([, , code]) => module !== 'esnext' || code !== required);
  const names = some.map(([type, name]) => join(folder, type, name));
  const options = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--lib', 'es2022,dom'];
  const strict = ['--noEmit', '--strict', '--types', '', '--skipLibCheck', 'false'];
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, ...strict, ...names], {
    encoding: 'utf8',
    cwd: folder,
  });
  expect([status, stdout]).toEqual([0, '']);
});

test('both kinds of module load the SDK, also with require alone', () => {
  const run = (flags: string[], code: string) =>
    execFileSync(process.execPath, [...flags, '-e', code], { cwd: folder, encoding: 'utf8' }).trim();
  const names = 'Hermod HermodError NetworkError TimeoutError WebhookVerificationError verify';
  const shown = `console.log(Object.keys(sdk).sort().join(' '))`;
  expect(run(['--input-type=module'], `import * as sdk from '@hermod/sdk'; ${shown}`)).toBe(names);
  // As Node 20 before 20.19: it cannot load an ES module by require.
  const old = ['--input-type=commonjs', '--no-experimental-require-module'];
  expect(run(old, `const sdk = require('@hermod/sdk'); ${shown}`)).toBe(names);
});
