/** The id of a request, from node to node: one accepts it, another projects and pushes, and a third has the browser. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Logger, silentLogger } from '../../server/core/logger.ts';
import { logObserver } from '../../server/observation/log-observer.ts';
import { connectBrowser } from '../support/live.ts';
import { describeWith } from '../support/requirements.ts';
import { type Node, openNode, openSharedParts } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

interface Line {
  readonly message: string;
  readonly details: object;
}

describeWith('redis-server', 'the id of a request', (program) => {
  const cleanUp = new AsyncDisposableStack();
  const lines: Record<'writer' | 'projector' | 'reader', Line[]> = { writer: [], projector: [], reader: [] };
  const loggerOf = (name: keyof typeof lines): Pick<Logger, 'debug'> => ({
    ...silentLogger,
    debug: (details, message) => lines[name].push({ message, details }),
  });
  let writer: Node;
  let reader: Node;

  beforeAll(async () => {
    const parts = await openSharedParts(program, cleanUp);
    const open = (name: keyof typeof lines) => {
      const options = { users: ['mia'], runsProjections: name === 'projector', observer: logObserver(loggerOf(name)) };
      return openNode(parts, options, cleanUp);
    };
    writer = await open('writer');
    await open('projector');
    reader = await open('reader');
  });
  afterAll(() => cleanUp.disposeAsync());

  test('is in the event, and in the log line of each step on each node', async () => {
    const browser = await connectBrowser(reader.address);
    cleanUp.defer(async () => void browser.socket.disconnect());
    const post = await writer.call('mia', 'POST', '/community', { title: 'Ramen', type: 'text', content: 'Slurp' });
    expect(post.status).toBe(201);
    await until(() => browser.messages.length > 0);

    const sent = lines.writer.find(({ message }) => message === 'Sent a response');
    expect(sent?.details).toMatchObject({ method: 'POST', route: '/api/community', status: 201 });
    const requestId = sent && 'requestId' in sent.details ? sent.details.requestId : undefined;
    expect(requestId).toMatch(/-1$/);
    const correlationIds = [requestId];
    const caused: string[] = [];
    for await (const { type, meta } of writer.log.readAll()) if (meta.correlationId === requestId) caused.push(type);
    expect(caused).toContain('PostPublished');
    const appended = { correlationIds, category: 'post', events: 1, outcome: 'recorded' };
    expect(lines.writer).toContainEqual({ message: 'Appended events', details: expect.objectContaining(appended) });
    const committed = { correlationIds, projection: 'posts' };
    expect(lines.projector).toContainEqual({
      message: 'Committed a batch',
      details: expect.objectContaining(committed),
    });
    const pushed = { correlationIds, projection: 'posts', messages: 1 };
    expect(lines.reader).toContainEqual({ message: 'Pushed messages', details: expect.objectContaining(pushed) });
    // Neither the name of a stream nor the user.
    expect(JSON.stringify(lines)).not.toMatch(/mia|Ramen|groceryList-/);
  });
});
