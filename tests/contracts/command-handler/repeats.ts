/** A command is carried out once, however often and wherever it is sent. */
import { expect, it } from 'vitest';
import { newId } from '../../../server/commands/ids.ts';
import { bound } from '../../support/bound-log.ts';
import type { LogUnderTest } from '../event-log/log-under-test.ts';
import { body, node, typesIn } from './node.ts';

export const repeatsContract = (log: LogUnderTest): void => {
  it('answers the same key as the first time and changes nothing, also after a restart and on another node', async () => {
    const first = node(log());
    const postId = await first.publish();
    const key = newId();
    const answered = await first.like(postId, 'sam', key);
    expect(answered.answer).toEqual({ did: ['PostLiked'], likes: 1 });
    await first.like(postId, 'mia');

    for (const again of [first, node(log()), node(log())]) {
      const repeated = await again.like(postId, 'sam', key);
      expect(repeated).toEqual(answered);
    }
    expect(await typesIn(log(), postId)).toEqual(['PostPublished', 'PostLiked', 'PostLiked']);
  });

  it('answers each of those that were recorded together as the first time', async () => {
    const underWay = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    let appends = 0;
    const here = node({
      ...bound(log()),
      append: async (stream, events, expected) => {
        appends++;
        if (events[0]?.meta.actor === 'ann') {
          underWay.resolve();
          await gate.promise;
        }
        return log().append(stream, events, expected);
      },
    });
    const postId = await here.publish();
    const first = here.like(postId, 'ann');
    await underWay.promise;
    const cooks = Array.from({ length: 8 }, (_, i) => ({ name: `cook-${i}`, key: newId() }));
    const likes = () => Promise.all(cooks.map(({ name, key }) => here.like(postId, name, key)));
    const waiting = [likes(), likes()];
    gate.resolve();
    await first;
    const [answered = [], meanwhile] = await Promise.all(waiting);
    expect(answered.map(({ answer }) => answer.likes)).toEqual(cooks.map((_, i) => i + 2));
    const answers = answered.map(({ answer }) => answer);
    for (const again of [meanwhile, await likes()]) expect(again?.map(({ answer }) => answer)).toEqual(answers);
    expect(appends, 'publishing, one alone, the others together').toBe(3);
    expect(await typesIn(log(), postId)).toHaveLength(2 + cooks.length);
  });

  it('decides anew what changed nothing, on the same node as on another', async () => {
    const postId = await node(log()).publish();
    const as = (title: string) => ({ type: 'RevisePost', actor: 'eleni', title, body }) as const;
    for (const again of ['the same', 'another'] as const) {
      const first = node(log());
      const key = newId();
      expect((await first.send(postId, 'eleni', as('Salad'), key)).answer.did).toEqual([]);
      await first.send(postId, 'eleni', as('Soup'));
      const repeated = await (again === 'the same' ? first : node(log())).send(postId, 'eleni', as('Salad'), key);
      expect(repeated.answer.did).toEqual(['PostRevised']);
    }
  });

  it('carries one key out once when it comes to two nodes at the same time', async () => {
    const nodes = [node(log()), node(log())] as const;
    const postId = await nodes[0].publish();
    for (let round = 0; round < 20; round++) {
      const key = newId();
      const answers = await Promise.all([...nodes, ...nodes].map((each) => each.like(postId, 'sam', key)));
      expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    }
    expect(await typesIn(log(), postId)).toHaveLength(1 + 20);
  });

  it("keeps one user's key apart from another's", async () => {
    const here = node(log());
    const postId = await here.publish();
    const key = newId();
    await here.like(postId, 'sam', key);
    expect((await here.like(postId, 'mia', key)).answer).toEqual({ did: ['PostLiked'], likes: 2 });
  });
};
