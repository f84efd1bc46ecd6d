// The types of the API for the TypeScript SDK. The generator needs an older compiler, which lives in the workspace of the console.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../console/package.json', import.meta.url));
const { default: openapiTypes, astToString } = require('openapi-typescript');

export async function typescriptTypes(document) {
  return astToString(await openapiTypes(document, { alphabetize: true, defaultNonNullable: false }));
}
