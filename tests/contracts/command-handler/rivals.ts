/** Concurrent commands to one stream, on one node and several: none is lost or decided on unrecorded events. */
import { setImmediate as immediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newId } from '../../../server/commands/ids.ts';
import { Overloaded } from '../../../server/commands/stream-queue.ts';
import { Contended } from '../../../server/commands/stream-turn.ts';
import { Refusal } from '../../../server/core/domain/refusal.ts';
import {
  AppendTooLarge,
  type EventLog,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '../../../server/core/event-log.ts';
import { bindMethods } from '../../support/bound-log.ts';
import { QuietLogger } from '../../support/quiet-logger.ts';
import type { LogUnderTest } from '../event-log/log-under-test.ts';
import { node, typesIn } from './node.ts';

export const rivalsContract = (log: LogUnderTest): void => {
  it('keeps all changes when three nodes write to one stream', async () => {
    const nodes = [node(log()), node(log()), node(log())] as const;
    const postId = await nodes[0].publish();
    const cooks = Array.from({ length: 90 }, (_, i) => `cook-${i}`);
    // After too many conflicts in a row, a command is rejected with `Contended`. It was not executed, so it is retried.
    const like = async (each: ReturnType<typeof node>, cook: string): Promise<unknown> => {
      try {
        return await each.like(postId, cook);
      } catch (error) {
        if (error instanceof Contended) return like(each, cook);
        throw error;
      }
    };
    await Promise.all(cooks.map((cook, i) => like(nodes[i % 3] ?? nodes[0], cook)));
    expect((await nodes[0].like(postId, 'the-last')).answer.likes).toBe(cooks.length + 1);
    expect((await nodes[1].like(postId, 'the-very-last')).answer.likes).toBe(cooks.length + 2);
  });

  it("accepts a command that depends on another node's events", async () => {
    const [here, there] = [node(log()), node(log())];
    const postId = await here.publish();
    await there.send(postId, 'sam', { type: 'AddComment', commentId: 'c1', text: 'Lovely' });
    const removed = await here.send(postId, 'sam', { type: 'DeleteComment', actor: 'sam', commentId: 'c1' });
    expect(removed.answer.did).toEqual(['CommentDeleted']);
  });

  it('records nothing for a rejected command', async () => {
    const here = node(log());
    const postId = newId();
    await expect(here.like(postId, 'sam')).rejects.toThrow(Refusal);
    expect(await typesIn(log(), postId)).toEqual([]);
  });

  it("continues from the log's state after a failed append", async () => {
    let fail = false;
    const flaky: EventLog = {
      ...bindMethods(log()),
      append: async (...args) => {
        const result = await log().append(...args);
        // The worst case: written, but the reply is lost.
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
    expect(await typesIn(log(), postId)).toEqual(['PostPublished', 'PostLiked', 'PostLiked']);
  });

  it('discards unrecorded state when it loses a race with a rejected command queued behind', async () => {
    const there = node(log());
    const started = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    let overtaken = false;
    const here = node({
      ...bindMethods(log()),
      append: async (stream, events, expected) => {
        const actor = events[0]?.meta.actor;
        if (actor === 'ann') {
          started.resolve();
          await gate.promise;
        }
        if (actor === 'sam' && !overtaken) {
          overtaken = true;
          await there.like(postId, 'mia');
        }
        return log().append(stream, events, expected);
      },
    });
    const postId = await here.publish();
    // The first is in progress alone; the next two wait for it and are decided in sequence.
    const first = here.like(postId, 'ann');
    await started.promise;
    const waiting = [
      here.like(postId, 'sam'),
      here.send(postId, 'sam', { type: 'AddComment', commentId: 'c', text: ' ' }),
    ];
    gate.resolve();
    await first;
    const [liked, blank] = await Promise.allSettled(waiting);
    expect(liked).toMatchObject({ status: 'fulfilled', value: { answer: { did: ['PostLiked'], likes: 3 } } });
    expect(blank).toMatchObject({ status: 'rejected', reason: { code: 'COMMENT_BLANK' } });
    expect(await typesIn(log(), postId)).toEqual(['PostPublished', 'PostLiked', 'PostLiked', 'PostLiked']);
  });

  it('reads a stream from its start at most once, however many races it loses', async () => {
    const there = node(log());
    let toLose = 3;
    let fromStart = 0;
    const here = node({
      ...bindMethods(log()),
      append: async (stream, events, expected) => {
        if (toLose > 0 && events.some(({ meta }) => meta.actor === 'cook-1'))
          await there.like(postId, `mia-${toLose--}`);
        return log().append(stream, events, expected);
      },
      readStream: (stream, options) => {
        if (options?.from === undefined) fromStart++;
        return log().readStream(stream, options);
      },
    });
    const postId = await here.publish();
    fromStart = 0;
    const cooks = Array.from({ length: 8 }, (_, i) => `cook-${i}`);
    await Promise.all(cooks.map((cook) => here.like(postId, cook)));
    expect([toLose, fromStart]).toEqual([0, 1]);
    expect(await typesIn(log(), postId)).toHaveLength(1 + 3 + cooks.length);
  });

  it('records commands one by one when their batch is too large', async () => {
    const here = node({
      ...bindMethods(log()),
      append: async (stream, events, expected) => {
        if (events.length > 1) throw new AppendTooLarge(events.length, 1);
        return log().append(stream, events, expected);
      },
    });
    const postId = await here.publish();
    const cooks = Array.from({ length: 8 }, (_, i) => `cook-${i}`);
    const likes = await Promise.all(cooks.map((cook) => here.like(postId, cook)));
    expect(likes.map(({ answer }) => answer.likes)).toEqual(cooks.map((_, i) => i + 1));
  });

  it('gives up after several lost races, and logs that once', async () => {
    const here = node(log());
    const postId = await here.publish();
    const logger = new QuietLogger();
    let lost = 0;
    const alwaysLate: EventLog = {
      ...bindMethods(log()),
      append: async (stream, _events, expected) => {
        lost++;
        throw new WrongExpectedRevision(stream, expected, 0n);
      },
    };
    await expect(node(alwaysLate, logger).like(postId, 'sam')).rejects.toThrow(Contended);
    const details = { stream: `post-${postId}`, lostRaces: lost, correlationIds: ['test'] };
    expect(logger.lines).toEqual([{ level: 'warn', details, message: expect.stringContaining('abandoned') }]);
  });

  it('logs nothing when it wins after lost races', async () => {
    const there = node(log());
    const postId = await there.publish();
    const logger = new QuietLogger();
    let toLose = 3;
    const late: EventLog = {
      ...bindMethods(log()),
      append: async (stream, events, expected) => {
        if (toLose > 0) await there.like(postId, `mia-${toLose--}`);
        return log().append(stream, events, expected);
      },
    };
    expect((await node(late, logger).like(postId, 'sam')).answer.likes).toBe(4);
    expect(logger.lines).toEqual([]);
  });

  it('rejects commands beyond the queue limit of a stream', async () => {
    const here = node(log());
    const postId = await here.publish();
    const first = here.like(postId, 'cook-0');
    // Now it is in progress, and the others queue.
    await immediate();
    const waiting = Array.from({ length: 1_050 }, (_, i) => here.like(postId, `cook-${i + 1}`));
    const settled = await Promise.allSettled([first, ...waiting]);
    const refused = settled.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(50);
    expect(refused.every(({ reason }) => reason instanceof Overloaded)).toBe(true);
    expect(await typesIn(log(), postId)).toHaveLength(1 + 1 + 1_000);
  });
};
