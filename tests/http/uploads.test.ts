/** Uploads that cannot be written to the disk, have no end, or whose requests are cancelled; and pictures that take long to fetch. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { FetchProblem } from '../../server/core/network/fetch-problem.ts';
import type { Fetched } from '../../server/core/network/public-fetch.ts';
import { pictureUploadRoutes } from '../../server/http/features/pictures/routes.ts';
import { createAuthentication } from '../../server/http/plugins/authentication.ts';
import { maxFormBytes, registerUploads } from '../../server/http/plugins/uploads.ts';
import { createFormPictures } from '../../server/http/requests/form-pictures.ts';
import { registerErrors } from '../../server/http/responses/errors.ts';
import { addressedPictures } from '../../server/pictures/addressed-pictures.ts';
import { knownUsers } from '../support/known-users.ts';
import { pictureForm } from '../support/photos.ts';
import { until } from '../support/until.ts';

const upload = { field: 'picture', description: '', maxBytes: 1_000_000 };

/** A server of one route, which receives files of this folder. @returns its port */
async function listen(folder: string): Promise<number> {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  registerErrors(app);
  registerUploads(app, upload, async () => join(folder, `potluck-upload-${process.pid}`));
  app.post('/', () => 'received');
  return Number(new URL(await app.listen({ port: 0 })).port);
}

function openSocket(port: number) {
  const socket = connect(port, 'localhost');
  onTestFinished(() => void socket.destroy());
  return socket;
}

const unused = () => Promise.reject(new Error('Not part of this test'));

it('is answered at once when the disk refuses the file, although the rest of it has not arrived', async () => {
  const socket = openSocket(await listen(join(tmpdir(), 'potluck-no-such-folder')));
  const { payload, headers } = pictureForm(Buffer.alloc(500_000, 1));
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`;
  socket.write(head);
  socket.write(payload.subarray(0, 100_000));
  // The client never sends the rest: the server closes the connection after its response.
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 503 /);
  expect(response).toContain('"code":"PICTURES_UNAVAILABLE"');
});

it.each([
  ['with a file', 'Content-Disposition: form-data; name="picture"; filename="a"\r\n\r\n'],
  ['with headers', 'X: '],
  ['with a field', 'Content-Disposition: form-data; name="other"; filename="a"\r\n\r\n'],
])('is refused at its limit when a form %s has no end, and no length', async (_, begin) => {
  const socket = openSocket(await listen(tmpdir()));
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`;
  // Its last byte is the first above the limit: a response on a connection with unread bytes may get lost.
  const body = `--x\r\n${begin}`.padEnd(maxFormBytes(upload.maxBytes) + 1, 'a');
  for (let at = 0; at < body.length; at += 100_000) socket.write(chunk(body.slice(at, at + 100_000)));
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(response).toContain('"code":"TOO_LARGE"');
});

it('of one user has two places in the queue of the encoder, also after cancelled requests', async () => {
  const app = Fastify({ forceCloseConnections: true }).withTypeProvider<TypeBoxTypeProvider>();
  onTestFinished(() => app.close());
  registerErrors(app);
  const unlimited = { user: () => undefined, address: () => undefined };
  const authentication = createAuthentication(app, knownUsers('mia', 'sam'), unlimited);
  const queued: (AbortSignal | undefined)[] = [];
  const pictures = {
    newUpload: async () => join(tmpdir(), `potluck-upload-${randomUUID()}`),
    add: (_: string, options?: { readonly signal?: AbortSignal }) => {
      queued.push(options?.signal);
      return new Promise<never>(() => undefined);
    },
  };
  const formPictures = createFormPictures({ find: unused, fetch: unused }, () => {});
  await pictureUploadRoutes(app, { pictures, formPictures, authentication });
  const { port } = new URL(await app.listen({ port: 0 }));

  const { payload, headers } = pictureForm(Buffer.from('soup'));
  const send = (user: string) => {
    const options = {
      port,
      method: 'POST',
      path: '/pictures',
      headers: { ...headers, authorization: `Bearer token-${user}` },
    };
    return request(options)
      .on('error', () => undefined)
      .end(payload);
  };
  for (const places of [1, 2]) {
    const cancelled = send('mia');
    await until(() => queued.length === places);
    cancelled.destroy();
    await until(() => queued.at(-1)?.aborted === true);
  }
  const [third] = await once(send('mia'), 'response');
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '1']);
  send('sam');
  await until(() => queued.length === 3);
});

it('of one user has two fetches from other sites under way, and the same address counts once', async () => {
  const app = Fastify().withTypeProvider<TypeBoxTypeProvider>();
  onTestFinished(() => app.close());
  registerErrors(app);
  const unlimited = { user: () => undefined, address: () => undefined };
  const authentication = createAuthentication(app, knownUsers('mia', 'sam'), unlimited);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-by-address-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const info = { id: 'a'.repeat(64), sizes: [{ width: 320, height: 240 }], placeholder: 'data:,' };
  const fetching = new Map<string, PromiseWithResolvers<Fetched>>();
  const { fetch } = addressedPictures({
    library: { newUpload: async () => join(folder, randomUUID()), add: async () => info, info: unused, read: unused },
    use: unused,
    fetchPublic: ({ address }) => {
      const fetched = Promise.withResolvers<Fetched>();
      fetching.set(address, fetched);
      return fetched.promise;
    },
  });
  const counted: string[] = [];
  const formPictures = createFormPictures({ find: unused, fetch }, (uid) => void counted.push(uid));
  await pictureUploadRoutes(app, { pictures: { newUpload: unused, add: unused }, formPictures, authentication });
  const send = (user: string, name: string) => {
    const headers = { authorization: `Bearer token-${user}` };
    const payload = { url: `https://a.b/${name}` };
    return app.inject({ method: 'POST', url: '/pictures/by-address', headers, payload });
  };

  const [first, second, again] = [send('mia', '1'), send('mia', '2'), send('mia', '2')];
  await until(() => fetching.size === 2);
  const third = await send('mia', '3');
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '1']);
  void send('sam', '3');
  await until(() => fetching.size === 3);
  fetching.get('https://a.b/1')?.reject(new FetchProblem('TIMEOUT'));
  expect((await first).statusCode).toBe(422);
  void send('mia', '4');
  await until(() => fetching.size === 4);
  // The second and this one.
  expect((await send('mia', '5')).statusCode).toBe(429);
  const body = Buffer.from('soup');
  fetching.get('https://a.b/2')?.resolve({ url: 'https://a.b/2', type: 'image/png', charset: undefined, body });
  expect([(await second).statusCode, (await again).statusCode]).toEqual([201, 201]);
  // A form is sent after its preview.
  expect((await send('mia', '2')).statusCode).toBe(201);
  // A refused fetch is not counted.
  expect(counted).toEqual(['mia', 'mia', 'sam', 'mia']);
});
