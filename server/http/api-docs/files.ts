import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the API documentation, compressed with gzip, which every browser accepts. */
export interface DocsFile {
  readonly type: string;
  readonly etag: string;
  readonly gzipped: Buffer;
}

const { resolve } = createRequire(import.meta.url);
const own = (name: string) => () => join(import.meta.dirname, name);
const library = (name: string) => () => resolve(`swagger-ui-dist/${name}`);

const sources = new Map<string, readonly [pathOf: () => string, type: string]>([
  ['page.html', [own('page.html'), 'text/html; charset=utf-8']],
  ['look.css', [own('look.css'), 'text/css; charset=utf-8']],
  ['start.js', [own('start.js'), 'text/javascript; charset=utf-8']],
  ['swagger-ui.css', [library('swagger-ui.css'), 'text/css; charset=utf-8']],
  ['swagger-ui-bundle.js', [library('swagger-ui-bundle.js'), 'text/javascript; charset=utf-8']],
]);

const compress = promisify(gzip);
const cache = new Map<string, Promise<DocsFile>>();

/** Loads and compresses a file on its first request: the files total 2 MB, and most processes never serve them. */
export function docsFile(name: string): Promise<DocsFile> | undefined {
  const [pathOf, type] = sources.get(name) ?? [];
  if (!pathOf || type === undefined) return undefined;
  const cached = cache.get(name);
  if (cached) return cached;
  const file = load(pathOf(), type);
  cache.set(name, file);
  // A running load is cached, so that concurrent requests share it. A failed one is not.
  file.catch(() => cache.delete(name));
  return file;
}

async function load(path: string, type: string): Promise<DocsFile> {
  const content = await readFile(path);
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  return { type, etag, gzipped: await compress(content) };
}
