/** The end of a membership on a node that has not carried it out: two nodes, connected by Redis. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { BatchResults } from '../../server/core/contracts/batch.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { type Browser, connectBrowser } from '../support/live.ts';
import { describeWith } from '../support/requirements.ts';
import { openTwoNodes, type TwoNodes } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

describeWith('redis-server', 'a membership that one of two nodes ends', (program) => {
  let nodes: TwoNodes;
  const browsers: Browser[] = [];

  beforeAll(async () => {
    nodes = await openTwoNodes(program, 'mia', 'tom', 'eve');
  });
  afterAll(async () => {
    for (const { socket } of browsers) socket.disconnect();
    await nodes[Symbol.asyncDispose]();
  });

  const json = async <Body>(response: Response): Promise<Body> => {
    expect(response.ok, `${response.url}: ${response.status}`).toBe(true);
    return JSON.parse(await response.text());
  };
  const found = async (): Promise<Household> => {
    const { first, second } = nodes;
    const household = await json<Household>(await first.call('mia', 'POST', '/households', { name: 'Home' }));
    const issued = await first.call('mia', 'POST', `/households/${household.id}/invitations`, {});
    const { code } = await json<IssuedInvitation>(issued);
    await json(await second.call('tom', 'POST', '/households/join', { code }));
    return household;
  };
  const open = async (address: string, user: string) => {
    const browser = await connectBrowser(address, `token-${user}`);
    browsers.push(browser);
    return browser;
  };
  const add = (user: string, userId: string, name: string) => ({
    method: 'POST',
    path: '/grocery-list',
    key: newId(),
    body: { userId, ingredients: [{ id: newId(), name: `${name} of ${user}` }] },
  });
  const kindsOf = ({ messages }: Browser) =>
    messages.map(({ kind }) => kind).filter((kind) => !/^(?:post|notifications)/.test(kind));

  /** Messages arrive in order: after this post, a browser has received all that concern it. */
  async function untilDelivered(...opened: Browser[]): Promise<void> {
    const post = await nodes.first.call('eve', 'POST', '/community', { title: 'The end', content: '.' });
    const { id } = await json<{ id: string }>(post);
    const isEnd = ({ messages }: Browser) =>
      messages.some((message) => message.kind === 'post.published' && message.post.id === id);
    await until(() => opened.every(isEnd));
  }

  test.each([
    ['is removed', 'mia', '/members/tom', 'household.left'],
    ['leaves', 'tom', '/members/tom', 'household.left'],
    ['is in it when it is dissolved', 'mia', '', 'household.dissolved'],
  ])('ends calls, waiting changes and messages on the other node when a member %s', async (_, as, path, kind) => {
    const { first, second } = nodes;
    const { id } = await found();
    await json(await first.call('mia', 'POST', '/grocery-list', add('mia', id, 'Milk').body));
    const tom = await open(second.address, 'tom');
    const reads = [`/grocery-list/${id}`, `/grocery-list/${id}/history`, `/meal-plan/${id}`];
    for (const read of reads) expect((await second.call('tom', 'GET', read)).status).toBe(200);
    await untilDelivered(tom);
    tom.messages.length = 0;

    expect((await first.call(as, 'DELETE', `/households/${id}${path}`)).status).toBeLessThan(300);
    // At once: membership is read at each call.
    for (const read of reads) expect((await second.call('tom', 'GET', read)).status).toBe(403);
    const waiting = [add('tom', id, 'Salt'), add('tom', 'tom', 'Rice')];
    const { results } = await json<BatchResults>(await second.call('tom', 'POST', '/batch', { calls: waiting }));
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual(['FORBIDDEN', 201]);

    if (path !== '') await json(await first.call('mia', 'POST', '/grocery-list', add('mia', id, 'Bread').body));
    await untilDelivered(tom);
    expect(kindsOf(tom)).toEqual([kind, 'list.changed']);
    const [ofOwnList] = tom.messages.filter((message) => message.kind === 'list.changed');
    expect(ofOwnList?.changed.map(({ name }) => name)).toEqual(['Rice of tom']);
  });
});
