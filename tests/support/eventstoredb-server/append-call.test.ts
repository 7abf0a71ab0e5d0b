/** What a client has sent of an append when its connection is cut. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../until.ts';
import { shared, streams } from './protocol.ts';
import { FakeEventStoreDb } from './server.ts';

const optionsFor = (name: string) => {
  const stream = new shared.StreamIdentifier().setStreamName(Buffer.from(name));
  const options = new streams.AppendReq.Options().setStreamIdentifier(stream).setNoStream(new shared.Empty());
  return new streams.AppendReq().setOptions(options);
};
const eventWith = (id: string) => {
  const message = new streams.AppendReq.ProposedMessage().setId(new shared.UUID().setString(id));
  message.getMetadataMap().set('type', 'PostPublished').set('content-type', 'application/json');
  return new streams.AppendReq().setProposedMessage(message);
};
type Request = ReturnType<typeof optionsFor>;

/** https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#requests */
const framed = (request: Request): Buffer => {
  const bytes = request.serializeBinary();
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
};

function beginAppend(port: number, requests: readonly Request[]) {
  const socket = connectSocket(port, '127.0.0.1');
  const session = connect(`http://127.0.0.1:${port}`, { createConnection: () => socket });
  session.on('error', () => undefined);
  const path = '/event_store.client.streams.Streams/Append';
  const call = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  call.on('error', () => undefined);
  for (const request of requests) call.write(framed(request));
  return { socket, session, call };
}

test.each([
  { sent: 'no event', requests: [optionsFor('post-1')] },
  { sent: 'a part of its events', requests: [optionsFor('post-1'), eventWith('a')] },
])('an append that was cut after $sent appends nothing', async ({ requests }) => {
  const server = await FakeEventStoreDb.start();
  onTestFinished(() => server.stop());
  const before = server.log.events.length;
  const { socket, session } = beginAppend(server.port, requests);
  await until(() => server.maxOpen === 1);
  // The server has received all of it when it answers.
  await new Promise<void>((resolve) => session.ping(() => resolve()));
  socket.destroy();
  const complete = beginAppend(server.port, [optionsFor('post-2'), eventWith('b')]);
  await once(complete.call.end(), 'response');
  complete.session.destroy();
  expect(server.log.events.slice(before).map(({ id }) => id)).toEqual(['b']);
});
