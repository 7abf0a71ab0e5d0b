/** A command takes effect once, however often and to whichever node it is sent. */
import { expect, it } from 'vitest';
import { createCommandHandler } from '../../../server/commands/handle-command.ts';
import { derivedId, newId } from '../../../server/commands/ids.ts';
import { KeyReused } from '../../../server/commands/recorded-commands.ts';
import { post } from '../../../server/core/domain/post/decider.ts';
import { type EventLog, EventLogUnavailable } from '../../../server/core/event-log.ts';
import { bindMethods } from '../../support/bound-log.ts';
import { QuietLogger } from '../../support/quiet-logger.ts';
import type { LogUnderTest } from '../event-log/log-under-test.ts';
import { body, node, typesIn } from './node.ts';

export const repeatsContract = (log: LogUnderTest): void => {
  it('repeats the first answer for the same key and changes nothing, after a restart and on another node', async () => {
    const first = node(log());
    const postId = await first.publish();
    const key = newId();
    const answered = await first.like(postId, 'sam', key);
    expect(answered.answer).toEqual({ did: ['PostLiked'], likes: 1 });
    await first.like(postId, 'mia');

    for (const again of [first, node(log()), node(log())]) {
      const repeated = await again.like(postId, 'sam', key);
      expect(repeated).toEqual({ ...answered, isRepeated: true });
    }
    expect(await typesIn(log(), postId)).toEqual(['PostPublished', 'PostLiked', 'PostLiked']);
  });

  it('repeats the first answers of commands recorded in one batch', async () => {
    const started = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    let appends = 0;
    const here = node({
      ...bindMethods(log()),
      append: async (stream, events, expected) => {
        appends++;
        if (events[0]?.meta.actor === 'ann') {
          started.resolve();
          await gate.promise;
        }
        return log().append(stream, events, expected);
      },
    });
    const postId = await here.publish();
    const first = here.like(postId, 'ann');
    await started.promise;
    const cooks = Array.from({ length: 8 }, (_, i) => ({ name: `cook-${i}`, key: newId() }));
    const likes = () => Promise.all(cooks.map(({ name, key }) => here.like(postId, name, key)));
    const waiting = [likes(), likes()];
    gate.resolve();
    await first;
    const [answered = [], meanwhile] = await Promise.all(waiting);
    expect(answered.map(({ answer }) => answer.likes)).toEqual(cooks.map((_, i) => i + 2));
    expect(answered.map(({ revision }) => revision)).toEqual(cooks.map((_, i) => BigInt(i + 2)));
    const answers = answered.map(({ answer, revision }) => ({ answer, revision }));
    const elsewhere = node(log());
    const likedElsewhere = await Promise.all(cooks.map(({ name, key }) => elsewhere.like(postId, name, key)));
    for (const again of [meanwhile, await likes(), likedElsewhere]) {
      expect(again?.map(({ answer, revision }) => ({ answer, revision }))).toEqual(answers);
    }
    expect(appends, 'publishing, one alone, the others together').toBe(3);
    expect(await typesIn(log(), postId)).toHaveLength(2 + cooks.length);
  });

  it('executes a repeated command once when it is queued in a batch', async () => {
    const started = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const here = node({
      ...bindMethods(log()),
      append: async (stream, events, expected) => {
        if (events[0]?.meta.actor === 'ann') {
          started.resolve();
          await gate.promise;
        }
        return log().append(stream, events, expected);
      },
    });
    const postId = await here.publish();
    const key = newId();
    const answered = await here.like(postId, 'sam', key);
    const first = here.like(postId, 'ann');
    await started.promise;
    const waiting = [here.like(postId, 'ben'), here.like(postId, 'sam', key), here.like(postId, 'zoe')];
    gate.resolve();
    await first;
    const [ben, again, zoe] = await Promise.all(waiting);
    expect(again?.answer).toEqual(answered.answer);
    expect([ben?.answer.likes, zoe?.answer.likes]).toEqual([3, 4]);
    expect(await typesIn(log(), postId)).toEqual(['PostPublished', ...Array(4).fill('PostLiked')]);
  });

  it('decides a command again if it recorded nothing, on the same node and another', async () => {
    const postId = await node(log()).publish();
    const revise = (title: string) => ({ type: 'RevisePost', actor: 'eleni', title, body }) as const;
    for (const again of ['the same', 'another'] as const) {
      const first = node(log());
      const key = newId();
      expect((await first.send(postId, 'eleni', revise('Salad'), key)).answer.did).toEqual([]);
      await first.send(postId, 'eleni', revise('Soup'));
      const repeated = await (again === 'the same' ? first : node(log())).send(postId, 'eleni', revise('Salad'), key);
      expect(repeated.answer.did).toEqual(['PostRevised']);
    }
  });

  it('executes a key once when two nodes receive it concurrently', async () => {
    const nodes = [node(log()), node(log())] as const;
    const postId = await nodes[0].publish();
    for (let round = 0; round < 20; round++) {
      const key = newId();
      const answers = await Promise.all([...nodes, ...nodes].map((each) => each.like(postId, 'sam', key)));
      expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    }
    expect(await typesIn(log(), postId)).toHaveLength(1 + 20);
  });

  it('rejects a key that another request on the stream used, also after a restart and on another node', async () => {
    const first = node(log());
    const postId = await first.publish();
    const there = node(log());
    await there.request(postId, { type: 'Like', actor: 'sam' }, { key: newId(), fingerprint: 'earlier' });
    const key = newId();
    const like = { type: 'Like', actor: 'sam' } as const;
    const comment = { type: 'AddComment', commentId: newId(), text: 'Mm' } as const;
    expect((await first.request(postId, like, { key, fingerprint: 'like' })).answer).toEqual(['PostUnliked']);
    for (const again of [first, there, node(log())]) {
      await expect(again.request(postId, comment, { key, fingerprint: 'comment' })).rejects.toThrow(KeyReused);
      await expect(again.request(postId, like, { key, fingerprint: 'another like' })).rejects.toThrow(KeyReused);
      expect((await again.request(postId, like, { key, fingerprint: 'like' })).answer).toEqual(['PostUnliked']);
    }
    expect(await typesIn(log(), postId)).toEqual(['PostPublished', 'PostLiked', 'PostUnliked']);
  });

  it('rejects a key that was used for another stream, also after a restart', async () => {
    const first = node(log());
    const [one, other] = [await first.publish(), await first.publish()];
    const key = newId();
    const like = { type: 'Like', actor: 'sam' } as const;
    await first.request(one, like, { key, fingerprint: 'one' });
    for (const again of [first, node(log())]) {
      await expect(again.request(other, like, { key, fingerprint: 'other' })).rejects.toThrow(KeyReused);
    }
    expect(await typesIn(log(), other)).toEqual(['PostPublished']);
  });

  it('rejects a key for another stream on a node that has only repeated its first answer', async () => {
    const [first, there] = [node(log()), node(log())];
    const [one, other] = [await first.publish(), await first.publish()];
    const like = { type: 'Like', actor: 'sam' } as const;
    // Reads the keys of the log before the key below is in it.
    await there.request(one, like, { key: newId(), fingerprint: 'earlier' });
    const key = newId();
    for (const each of [first, there]) await each.request(one, like, { key, fingerprint: 'one' });
    await expect(there.request(other, like, { key, fingerprint: 'other' })).rejects.toThrow(KeyReused);
    expect(await typesIn(log(), other)).toEqual(['PostPublished']);
  });

  it('recognises a command recorded by a release without request marks', async () => {
    const here = node(log());
    const postId = await here.publish();
    const mark = { key: newId(), fingerprint: 'like' };
    const like = { type: 'Like', actor: 'sam' } as const;
    // That release derived the command's id in this way, and recorded no mark.
    const commandId = derivedId(mark.key, mark.fingerprint);
    const commands = createCommandHandler(log());
    await commands.handle(post, postId, like, { actor: 'sam', commandId, correlationId: 'test' }, () => undefined);
    expect((await here.request(postId, like, mark)).answer).toEqual(['PostLiked']);
    expect(await typesIn(log(), postId)).toEqual(['PostPublished', 'PostLiked']);
  });

  it('checks for a used key before the command is executed', async () => {
    const first = node(log());
    const postId = await first.publish();
    const like = { type: 'Like', actor: 'sam' } as const;
    const mark = { key: newId(), fingerprint: 'like' };
    await first.request(postId, like, mark);
    const { assertNotRefused } = createCommandHandler(log());
    const checkWith = (fingerprint: string) => {
      const commandId = derivedId(mark.key, fingerprint);
      return assertNotRefused(post, postId, like, {
        actor: 'sam',
        commandId,
        correlationId: 'test',
        request: { ...mark, fingerprint },
      });
    };
    expect(await checkWith('like')).toEqual({ isRepeated: true });
    await expect(checkWith('another like')).rejects.toThrow(KeyReused);
  });

  it('does not record the hash of a secret', async () => {
    const here = node(log());
    const postId = await here.publish();
    const mark = { key: newId(), fingerprint: 'like' };
    await here.request(postId, { type: 'Like', actor: 'sam' }, { ...mark, secrets: 'hash of a password' });
    const recorded: unknown[] = [];
    for await (const { meta } of log().readStream(`post-${postId}`)) recorded.push(meta.request);
    expect(recorded).toEqual([undefined, mark]);
  });

  it('continues when requests from before the start cannot be read', async () => {
    const postId = await node(log()).publish();
    const logger = new QuietLogger();
    const unreadable: EventLog = {
      ...bindMethods(log()),
      readAll: () => {
        throw new EventLogUnavailable('The disk is slow');
      },
    };
    const here = node(unreadable, logger);
    const like = { type: 'Like', actor: 'sam' } as const;
    for (const fingerprint of ['one', 'other']) await here.request(postId, like, { key: newId(), fingerprint });
    expect(await typesIn(log(), postId)).toEqual(['PostPublished', 'PostLiked', 'PostUnliked']);
    expect(logger.lines).toMatchObject([{ level: 'warn', details: { reason: 'The disk is slow' } }]);
  });

  it('scopes keys to their user', async () => {
    const here = node(log());
    const postId = await here.publish();
    const key = newId();
    await here.like(postId, 'sam', key);
    expect((await here.like(postId, 'mia', key)).answer).toEqual({ did: ['PostLiked'], likes: 2 });
  });
};
