import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** File names of the build: name, content hash, extension. No separators, so no path outside the folder. */
const assetName = /^[\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|png|woff2)$/;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const endings = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof endings;

export type Asset = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/**
 * A file of the build, compressed at build time. Read from disk each time: browsers request a file once, because its name changes with
 * the content, and a copy in each process would take a megabyte.
 */
export async function readAsset(folder: string, name: string, acceptEncoding: string): Promise<Asset | undefined> {
  if (!assetName.test(name)) return undefined;
  const file = join(folder, name);
  const encoding = encodingOf(acceptEncoding);
  const compressed = encoding && (await readIfThere(file + endings[encoding]));
  const body = compressed ?? (await readIfThere(file));
  if (!body) return undefined;
  return { body, headers: { ...headersFor(name), ...(compressed && encoding && { 'content-encoding': encoding }) } };
}

function headersFor(name: string): Record<string, string> {
  return {
    'content-type': types[extname(name)]!,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    // A worker uses the policy of its own file, not that of the page.
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** The best encoding that the client accepts; `br;q=0` excludes one. */
export function encodingOf(accept: string): Encoding | undefined {
  const offered = accept
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .filter(([, quality = '']) => !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => offered.includes(encoding));
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
