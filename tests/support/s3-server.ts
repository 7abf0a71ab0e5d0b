/** A loopback server that speaks the part of Amazon's S3 protocol that pictures need, and verifies signatures. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface S3Server extends AsyncDisposable {
  /** Of a folder in its bucket. */
  readonly url: string;
  readonly key: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly region: string };
  /** Names of all objects. */
  names(): string[];
  /** The next requests get this status. */
  failNext(status: number, times: number): void;
}

const key = { accessKeyId: 'AKIAPOTLUCK', secretAccessKey: 'butter/and+salt', region: 'eu-central-1' };
/** So few that a listing has several pages. */
const perPage = 2;

interface Answer {
  readonly status: number;
  readonly body?: Uint8Array | string;
  readonly headers?: Record<string, string>;
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, { bytes: Buffer; at: Date }>();
  let failing = { status: 0, times: 0 };

  function answer(request: IncomingMessage, url: URL, body: Buffer): Answer {
    if (failing.times > 0) {
      failing = { ...failing, times: failing.times - 1 };
      return error(failing.status, 'SlowDown');
    }
    if (!isSigned(request, url, body)) return error(403, 'SignatureDoesNotMatch');
    const [, bucket, ...path] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== 'potluck') return error(404, 'NoSuchBucket');
    const name = path.join('/');
    if (name === '') return list(url.searchParams);
    const object = objects.get(name);
    switch (request.method) {
      case 'PUT':
        objects.set(name, { bytes: body, at: new Date() });
        return { status: 200 };
      case 'GET':
      case 'HEAD':
        return object
          ? { status: 200, body: object.bytes, headers: { 'last-modified': object.at.toUTCString() } }
          : error(404, 'NoSuchKey');
      case 'DELETE':
        objects.delete(name);
        return { status: 204 };
      default:
        return error(405, 'MethodNotAllowed');
    }
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const page = names.slice(0, perPage);
    const contents = page.map((name) => {
      const at = objects.get(name)?.at.toISOString();
      return `<Contents><Key>${name}</Key><LastModified>${at}</LastModified><Size>1</Size></Contents>`;
    });
    const next = names.length > perPage ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return {
      status: 200,
      body: `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`,
    };
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answered = answer(request, new URL(request.url ?? '', 'http://localhost'), body);
    response.writeHead(answered.status, answered.headers).end(answered.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/potluck/photos`,
    key,
    names: () => [...objects.keys()],
    failNext: (status, times) => {
      failing = { status, times };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const error = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` });

/** AWS Signature Version 4: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, id, date, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id !== key.accessKeyId || region !== key.region || date === undefined) return false;
  const bodyHash = String(headers['x-amz-content-sha256']);
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return false;
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const query = [...url.searchParams].map((pair) => pair.map(encodeStrictly).join('=')).sort();
  const canonical = [method, url.pathname, query.join('&'), signed.join(''), names, bodyHash].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${key.secretAccessKey}`,
  );
  return hmac(signingKey, toSign).toString('hex') === signature;
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (secret: Buffer | string, data: string): Buffer => createHmac('sha256', secret).update(data).digest();
const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
