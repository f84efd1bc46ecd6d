// Writes what the clients take from elsewhere: the types of the API from its document, the version from the root.
// `--check` changes nothing and fails where something committed is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { clientDocument, listProblems } from './document.mjs';
import { pythonTypes } from './python.mjs';
import { typescriptTypes } from './typescript.mjs';

const root = new URL('../../', import.meta.url);
const read = (file) => readFileSync(new URL(file, root), 'utf8');
const { version } = JSON.parse(read('package.json'));
const document = clientDocument();
const note = 'Made from docs/openapi.json by packages/scripts/generate.mjs. Do not edit.';

const files = {
  'packages/sdk/src/generated/api.ts': `// ${note}\n${await typescriptTypes(document)}`,
  'packages/sdk/src/generated/version.ts': `// Made by packages/scripts/generate.mjs. Do not edit.\nexport const version = '${version}';\n`,
  'packages/sdk/package.json': read('packages/sdk/package.json').replace(/"version": ".*"/, `"version": "${version}"`),
  'packages/python/src/hermod/wire.py': `"""What goes over the wire. ${note}"""\n\n${pythonTypes(document)}`,
  'packages/python/src/hermod/_version.py': `# Made by packages/scripts/generate.mjs. Do not edit.\n__version__ = "${version}"\n`,
};

const check = process.argv.includes('--check');
const problems = listProblems();
for (const [file, text] of Object.entries(files)) {
  if (text === current(file)) continue;
  if (check) problems.push(`${file} is out of date; renew it with: npm run generate -w @hermod/sdk`);
  else writeFileSync(new URL(file, root), text);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function current(file) {
  try {
    return read(file);
  } catch {
    return undefined;
  }
}
