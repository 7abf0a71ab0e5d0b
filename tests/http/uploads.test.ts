/** Uploads that cannot be written to the disk. */
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { registerUploads } from '../../server/http/plugins/uploads.ts';
import { registerErrors } from '../../server/http/responses/errors.ts';
import { pictureForm } from '../support/photos.ts';

it('is answered at once when the disk refuses the file, although the rest of it has not arrived', async () => {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  registerErrors(app);
  const upload = { field: 'picture', description: '', maxBytes: 1_000_000 };
  registerUploads(app, upload, async () => join(tmpdir(), 'potluck-no-such-folder', 'upload'));
  app.post('/', () => 'received');
  const { port } = new URL(await app.listen({ port: 0 }));

  const { payload, headers } = pictureForm(Buffer.alloc(500_000, 1));
  const socket = connect(Number(port), 'localhost');
  onTestFinished(() => void socket.destroy());
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`;
  socket.write(head);
  socket.write(payload.subarray(0, 100_000));
  // The client never sends the rest: the server closes the connection after its response.
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 503 /);
  expect(response).toContain('"code":"PICTURES_UNAVAILABLE"');
});
