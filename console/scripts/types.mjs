// Writes the types of the API from its documents, so that a changed API breaks the build of the console.
// `--check` changes nothing and fails where the committed types are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';

const documents = { customer: 'openapi.json', operator: 'openapi-operator.json' };
const note = '// Made from docs/%s by console/scripts/types.mjs. Do not edit.\n';
const stale = [];

for (const [name, document] of Object.entries(documents)) {
  const source = new URL(`../../docs/${document}`, import.meta.url);
  const target = new URL(`../src/api/generated/${name}.d.ts`, import.meta.url);
  const types = await openapiTypes(JSON.parse(readFileSync(source, 'utf8')), {
    alphabetize: true,
    defaultNonNullable: false,
  });
  const text = note.replace('%s', document) + astToString(types);
  if (text === current(target)) continue;
  if (process.argv.includes('--check')) stale.push(fileURLToPath(target));
  else writeFileSync(target, text);
}
for (const file of stale) console.error(`${file} is out of date; renew it with: npm run types -w console`);
process.exitCode = stale.length === 0 ? 0 : 1;

function current(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
