import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the page about the API, as it is sent: compressed, as every browser takes it. */
export interface DocsFile {
  readonly type: string;
  readonly etag: string;
  readonly gzipped: Buffer;
}

const { resolve } = createRequire(import.meta.url);
const ours = (name: string) => () => join(import.meta.dirname, name);
const library = (name: string) => () => resolve(`swagger-ui-dist/${name}`);

const places = new Map<string, readonly [place: () => string, type: string]>([
  ['page.html', [ours('page.html'), 'text/html; charset=utf-8']],
  ['look.css', [ours('look.css'), 'text/css; charset=utf-8']],
  ['start.js', [ours('start.js'), 'text/javascript; charset=utf-8']],
  ['swagger-ui.css', [library('swagger-ui.css'), 'text/css; charset=utf-8']],
  ['swagger-ui-bundle.js', [library('swagger-ui-bundle.js'), 'text/javascript; charset=utf-8']],
]);

const pack = promisify(gzip);
const known = new Map<string, Promise<DocsFile>>();

/** Read and compressed when somebody asks for it, and kept: it is 2 MB, and most processes are never asked. */
export function docsFile(name: string): Promise<DocsFile> | undefined {
  const [place, type] = places.get(name) ?? [];
  if (!place || type === undefined) return undefined;
  const kept = known.get(name);
  if (kept) return kept;
  const file = load(place(), type);
  known.set(name, file);
  // Kept while it is under way, so that it is read once; but a failure is only told to those who wait for it.
  file.catch(() => known.delete(name));
  return file;
}

async function load(path: string, type: string): Promise<DocsFile> {
  const content = await readFile(path);
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  return { type, etag, gzipped: await pack(content) };
}
