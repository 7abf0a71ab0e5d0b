/** What handling a command promises, on any event log: carried out once, in order, whatever is retried and wherever. */
import { setImmediate as immediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Contended, createCommandHandler } from '../../server/commands/handle-command.ts';
import { derivedId, newId } from '../../server/commands/ids.ts';
import { Overloaded } from '../../server/commands/stream-queue.ts';
import { type PostCommand, post } from '../../server/domain/post/decider.ts';
import { Refusal } from '../../server/domain/refusal.ts';
import {
  AppendTooLarge,
  type EventLog,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '../../server/event-log/event-log.ts';
import { bound } from '../support/bound-log.ts';
import type { OpenedLog } from './event-log/log-under-test.ts';

const body = { type: 'text', content: '' } as const;

/** One node: its handler, and commands by key as the routes send them. */
function node(log: EventLog) {
  const commands = createCommandHandler(log);
  const send = (postId: string, actor: string, command: PostCommand, key: string = newId()) =>
    commands.handle(
      post,
      postId,
      command,
      { actor, commandId: derivedId(actor, key), correlationId: 'test' },
      ({ state, events }) => ({
        did: events.map(({ type }) => type),
        likes: state.status === 'published' ? state.likes.size : undefined,
      }),
    );
  return {
    send,
    publish: async () => {
      const postId = newId();
      await send(postId, 'eleni', { type: 'PublishPost', title: 'Salad', body });
      return postId;
    },
    like: (postId: string, actor: string, key?: string) => send(postId, actor, { type: 'ToggleLike', actor }, key),
  };
}

export const commandHandlerContract = (name: string, open: () => Promise<OpenedLog>): void => {
  describe(`commands on ${name}`, () => {
    let opened: OpenedLog;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const typesIn = async (postId: string): Promise<string[]> => {
      const types: string[] = [];
      for await (const { type } of opened.log.readStream(`post-${postId}`)) types.push(type);
      return types;
    };

    it('answers the same key as the first time and changes nothing, also after a restart and on another node', async () => {
      const first = node(opened.log);
      const postId = await first.publish();
      const key = newId();
      const answered = await first.like(postId, 'sam', key);
      expect(answered.answer).toEqual({ did: ['PostLiked'], likes: 1 });
      await first.like(postId, 'mia');

      for (const again of [first, node(opened.log), node(opened.log)]) {
        const repeated = await again.like(postId, 'sam', key);
        expect(repeated).toEqual(answered);
      }
      expect(await typesIn(postId)).toEqual(['PostPublished', 'PostLiked', 'PostLiked']);
    });

    it('answers each of those that were recorded together as the first time', async () => {
      const underWay = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      let appends = 0;
      const here = node({
        ...bound(opened.log),
        append: async (stream, events, expected) => {
          appends++;
          if (events[0]?.meta.actor === 'ann') {
            underWay.resolve();
            await gate.promise;
          }
          return opened.log.append(stream, events, expected);
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
      expect(await typesIn(postId)).toHaveLength(2 + cooks.length);
    });

    it('decides anew what changed nothing, on the same node as on another', async () => {
      const postId = await node(opened.log).publish();
      const as = (title: string) => ({ type: 'RevisePost', actor: 'eleni', title, body }) as const;
      for (const again of ['the same', 'another'] as const) {
        const first = node(opened.log);
        const key = newId();
        expect((await first.send(postId, 'eleni', as('Salad'), key)).answer.did).toEqual([]);
        await first.send(postId, 'eleni', as('Soup'));
        const repeated = await (again === 'the same' ? first : node(opened.log)).send(
          postId,
          'eleni',
          as('Salad'),
          key,
        );
        expect(repeated.answer.did).toEqual(['PostRevised']);
      }
    });

    it('carries one key out once when it comes to two nodes at the same time', async () => {
      const nodes = [node(opened.log), node(opened.log)] as const;
      const postId = await nodes[0].publish();
      for (let round = 0; round < 20; round++) {
        const key = newId();
        const answers = await Promise.all([...nodes, ...nodes].map((each) => each.like(postId, 'sam', key)));
        expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
      }
      expect(await typesIn(postId)).toHaveLength(1 + 20);
    });

    it("keeps one user's key apart from another's", async () => {
      const here = node(opened.log);
      const postId = await here.publish();
      const key = newId();
      await here.like(postId, 'sam', key);
      expect((await here.like(postId, 'mia', key)).answer).toEqual({ did: ['PostLiked'], likes: 2 });
    });

    it('loses no change when three nodes write to one stream, and gives none up', async () => {
      const nodes = [node(opened.log), node(opened.log), node(opened.log)] as const;
      const postId = await nodes[0].publish();
      const cooks = Array.from({ length: 90 }, (_, i) => `cook-${i}`);
      await Promise.all(cooks.map((cook, i) => (nodes[i % 3] ?? nodes[0]).like(postId, cook)));
      expect((await nodes[0].like(postId, 'the-last')).answer.likes).toBe(cooks.length + 1);
      expect((await nodes[1].like(postId, 'the-very-last')).answer.likes).toBe(cooks.length + 2);
    });

    it('does not refuse what only another node knows of', async () => {
      const [here, there] = [node(opened.log), node(opened.log)];
      const postId = await here.publish();
      await there.send(postId, 'sam', { type: 'AddComment', commentId: 'c1', text: 'Lovely' });
      const removed = await here.send(postId, 'sam', { type: 'DeleteComment', actor: 'sam', commentId: 'c1' });
      expect(removed.answer.did).toEqual(['CommentDeleted']);
    });

    it('records nothing when it refuses', async () => {
      const here = node(opened.log);
      const postId = newId();
      await expect(here.like(postId, 'sam')).rejects.toThrow(Refusal);
      expect(await typesIn(postId)).toEqual([]);
    });

    it('goes on from what the log has after an append that failed', async () => {
      let fail = false;
      const flaky: EventLog = {
        ...bound(opened.log),
        append: async (...args) => {
          const result = await opened.log.append(...args);
          // Written, but the answer never came: the worst case.
          if (fail) throw new EventLogUnavailable('The connection is gone');
          return result;
        },
      };
      const here = node(flaky);
      const postId = await here.publish();
      const key = newId();
      fail = true;
      await expect(here.like(postId, 'sam', key)).rejects.toThrow(EventLogUnavailable);
      fail = false;
      expect((await here.like(postId, 'sam', key)).answer).toEqual({ did: ['PostLiked'], likes: 1 });
      expect((await here.like(postId, 'mia')).answer).toEqual({ did: ['PostLiked'], likes: 2 });
      expect(await typesIn(postId)).toEqual(['PostPublished', 'PostLiked', 'PostLiked']);
    });

    it('forgets what it folded in vain when it loses a race with a refused command behind it', async () => {
      const there = node(opened.log);
      const underWay = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      let overtaken = false;
      const here = node({
        ...bound(opened.log),
        append: async (stream, events, expected) => {
          const who = events[0]?.meta.actor;
          if (who === 'ann') {
            underWay.resolve();
            await gate.promise;
          }
          if (who === 'sam' && !overtaken) {
            overtaken = true;
            await there.like(postId, 'mia');
          }
          return opened.log.append(stream, events, expected);
        },
      });
      const postId = await here.publish();
      // The first is on its way alone; the next two wait for it and are decided one on the other.
      const first = here.like(postId, 'ann');
      await underWay.promise;
      const waiting = [
        here.like(postId, 'sam'),
        here.send(postId, 'sam', { type: 'AddComment', commentId: 'c', text: ' ' }),
      ];
      gate.resolve();
      await first;
      const [liked, blank] = await Promise.allSettled(waiting);
      expect(liked).toMatchObject({ status: 'fulfilled', value: { answer: { did: ['PostLiked'], likes: 3 } } });
      expect(blank).toMatchObject({ status: 'rejected', reason: { code: 'COMMENT_BLANK' } });
      expect(await typesIn(postId)).toEqual(['PostPublished', 'PostLiked', 'PostLiked', 'PostLiked']);
    });

    it('reads a stream from its start once at most, however many races are lost', async () => {
      const there = node(opened.log);
      let toLose = 3;
      let fromStart = 0;
      const here = node({
        ...bound(opened.log),
        append: async (stream, events, expected) => {
          if (toLose > 0 && events.some(({ meta }) => meta.actor === 'cook-1'))
            await there.like(postId, `mia-${toLose--}`);
          return opened.log.append(stream, events, expected);
        },
        readStream: (stream, options) => {
          if (options?.from === undefined) fromStart++;
          return opened.log.readStream(stream, options);
        },
      });
      const postId = await here.publish();
      fromStart = 0;
      const cooks = Array.from({ length: 8 }, (_, i) => `cook-${i}`);
      await Promise.all(cooks.map((cook) => here.like(postId, cook)));
      expect([toLose, fromStart]).toEqual([0, 1]);
      expect(await typesIn(postId)).toHaveLength(1 + 3 + cooks.length);
    });

    it('records one by one what is too large together', async () => {
      const here = node({
        ...bound(opened.log),
        append: async (stream, events, expected) => {
          if (events.length > 1) throw new AppendTooLarge(events.length, 1);
          return opened.log.append(stream, events, expected);
        },
      });
      const postId = await here.publish();
      const cooks = Array.from({ length: 8 }, (_, i) => `cook-${i}`);
      const likes = await Promise.all(cooks.map((cook) => here.like(postId, cook)));
      expect(likes.map(({ answer }) => answer.likes)).toEqual(cooks.map((_, i) => i + 1));
    });

    it('gives up after some tries when others are always faster', async () => {
      const here = node(opened.log);
      const postId = await here.publish();
      const contended = node({
        ...bound(opened.log),
        append: async (stream, _events, expected) => {
          throw new WrongExpectedRevision(stream, expected, 0n);
        },
      });
      await expect(contended.like(postId, 'sam')).rejects.toThrow(Contended);
    });

    it('refuses more than it can line up for one stream', async () => {
      const here = node(opened.log);
      const postId = await here.publish();
      const first = here.like(postId, 'cook-0');
      // From here on it is under way, and the others wait for it.
      await immediate();
      const waiting = Array.from({ length: 1_050 }, (_, i) => here.like(postId, `cook-${i + 1}`));
      const settled = await Promise.allSettled([first, ...waiting]);
      const refused = settled.filter((each) => each.status === 'rejected');
      expect(refused).toHaveLength(50);
      expect(refused.every(({ reason }) => reason instanceof Overloaded)).toBe(true);
      expect(await typesIn(postId)).toHaveLength(1 + 1 + 1_000);
    });
  });
};
