import { AwsClient } from 'aws4fetch';
import { PicturesUnavailable } from '../pictures.ts';
import type { ListedFile, PictureStore } from './picture-store.ts';

export interface S3Settings {
  /** Of the bucket, and in it of a folder if pictures have one: without a slash at the end. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** The service refuses the requests, and will refuse them again. */
export class BucketRefuses extends PicturesUnavailable {}

/** Also bounds the time of a request for a picture. */
const timeoutMs = 10_000;
/** In addition to the first attempt. */
const retries = 2;
/** Of a file; renditions have at most 320 kB. */
const maxFileBytes = 4 * 1024 * 1024;
/** Of a page of the list, which has at most a thousand files. */
const maxPageBytes = 2 * 1024 * 1024;

/** Stores pictures in a bucket of a service that speaks Amazon's S3 protocol, with the address in the path. */
export function pictureBucket({ url, ...credentials }: S3Settings): PictureStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries, initRetryMs: 100 });
  const base = new URL(url);
  const [, bucket = '', ...folders] = base.pathname.split('/');
  const prefix = folders.map((folder) => `${folder}/`).join('');

  async function call(method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
    try {
      const init = { method, signal: AbortSignal.timeout(timeoutMs), ...(body && { body }) };
      return await client.fetch(`${base.origin}/${bucket}${path}`, init);
    } catch (error) {
      return notResponding(error);
    }
  }

  return {
    async write(name, bytes) {
      await assertOk(await call('PUT', `/${prefix}${name}`, new Uint8Array(bytes)));
    },
    async read(name) {
      const response = await call('GET', `/${prefix}${name}`);
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      await assertOk(response, { hasBody: true });
      const bytes = await readBody(response, maxFileBytes);
      return { bytes, writtenAt: timeIn(response) };
    },
    async writtenAt(name) {
      const response = await call('HEAD', `/${prefix}${name}`);
      if (response.status === 404) return undefined;
      await assertOk(response);
      return timeIn(response);
    },
    async remove(name) {
      const response = await call('DELETE', `/${prefix}${name}`);
      if (response.status !== 404) return assertOk(response);
      await response.body?.cancel();
    },
    async *list() {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) });
        const response = await call('GET', `?${query}`);
        await assertOk(response, { hasBody: true });
        const page = Buffer.from(await readBody(response, maxPageBytes)).toString();
        yield* filesIn(page, prefix);
        token = elementIn(page, 'NextContinuationToken');
      }
    },
  };
}

const timeIn = ({ headers }: Response): Date => new Date(headers.get('last-modified') ?? Number.NaN);

/** @throws PicturesUnavailable, also when the body is larger */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    notResponding(error);
  }
  if (bytes > maxBytes) throw new PicturesUnavailable(`the bucket sends a file of more than ${maxBytes} bytes`);
  return Buffer.concat(chunks);
}

function notResponding(error: unknown): never {
  throw new PicturesUnavailable(`the bucket does not respond: ${String(error)}`, { cause: error });
}

/** @throws PicturesUnavailable */
async function assertOk(response: Response, { hasBody = false } = {}): Promise<void> {
  if (response.ok) {
    if (!hasBody) await response.body?.cancel();
    return;
  }
  // The code is for operators, such as `AccessDenied`: the rest may contain the key's id.
  const code = elementIn(Buffer.from(await readBody(response, maxPageBytes)).toString(), 'Code') ?? '';
  const Problem = isLasting(response.status) ? BucketRefuses : PicturesUnavailable;
  throw new Problem(`the bucket responds with ${response.status} ${code}`.trim());
}

/** Of the client's errors, only these two may not occur again: a time-out, and too many requests. */
const isLasting = (status: number): boolean => status < 500 && status !== 408 && status !== 429;

/** Names of pictures contain nothing that XML escapes. */
function* filesIn(page: string, prefix: string): Generator<ListedFile, void> {
  for (const [, contents = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = elementIn(contents, 'Key') ?? '';
    const writtenAt = new Date(elementIn(contents, 'LastModified') ?? Number.NaN);
    if (key.startsWith(prefix)) yield { name: key.slice(prefix.length), writtenAt };
  }
}

const elementIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
