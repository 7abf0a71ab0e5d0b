/** A push service on loopback, and browsers that decrypt what it is sent (RFC 8291) and check who sends it (RFC 8292). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushMessage, PushSubscriptionForm } from '../../server/core/contracts/notifications.ts';
import { createPublicPost, type PublicPost } from '../../server/core/network/public-post.ts';

const origin = 'https://push.example';

export interface PushedBrowser {
  /** As its `pushManager` gives it to the page. */
  readonly subscription: PushSubscriptionForm;
  /** What it was sent, decrypted. */
  readonly received: PushMessage[];
}

export interface PushService extends AsyncDisposable {
  /** Sends to it in place of the internet. */
  readonly post: PublicPost;
  open(): PushedBrowser;
  /** The next requests get this status. */
  failNext(status: number, times: number): void;
  /** Requests, also refused ones. */
  readonly requests: number;
}

/** @param publicKey by which the sender is recognised */
export async function startPushService(publicKey: string): Promise<PushService> {
  const receivers = new Map<string, (body: Buffer) => void>();
  let failing = { status: 0, times: 0 };
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    requests += 1;
    const receive = receivers.get(request.url ?? '');
    if (failing.times > 0) failing = { ...failing, times: failing.times - 1 };
    else failing.status = 0;
    const isSender = isSignedBy(publicKey, request.headers.authorization ?? '');
    const isEncrypted = request.headers['content-encoding'] === 'aes128gcm' && request.headers.ttl !== undefined;
    const status = failing.status || (!receive ? 404 : isSender && isEncrypted ? 201 : 403);
    if (status === 201) receive?.(body);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const send = createPublicPost({ mayConnect: (address) => address === '127.0.0.1' });
  return {
    post: (request) => send({ ...request, address: request.address.replace(origin, `http://127.0.0.1:${port}`) }),
    open() {
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16);
      const p256dh = ecdh.generateKeys('base64url');
      const path = `/send/${randomBytes(6).toString('hex')}`;
      const received: PushMessage[] = [];
      receivers.set(path, (body) => received.push(JSON.parse(decrypt(body, ecdh, auth))));
      const keys = { p256dh, auth: auth.toString('base64url') };
      return { subscription: { endpoint: origin + path, keys }, received };
    },
    failNext: (status, times) => {
      failing = { status, times };
    },
    get requests() {
      return requests;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const keyEnd = 21 + (body[20] ?? 0);
  const [salt, sender, content] = [body.subarray(0, 16), body.subarray(21, keyEnd), body.subarray(keyEnd)];
  const derive = (secret: Buffer, by: Buffer, info: (string | Buffer)[], length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, Buffer.concat(info.map((part) => Buffer.from(part))), length));
  const shared = derive(ecdh.computeSecret(sender), auth, ['WebPush: info\0', ecdh.getPublicKey(), sender], 32);
  const key = derive(shared, salt, ['Content-Encoding: aes128gcm\0'], 16);
  const nonce = derive(shared, salt, ['Content-Encoding: nonce\0'], 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Whether the token is for this service and signed with the key. */
function isSignedBy(publicKey: string, authorization: string): boolean {
  const [, header = '', claims = '', signature = ''] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), ?k=/.exec(authorization) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
  return isSigned && aud === origin && sub === 'mailto:cook@example.org';
}
