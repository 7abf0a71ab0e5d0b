/** A subscription misses, repeats and reorders no event when it changes from catching up to live. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EventLog, ExpectedRevision, RecordedEvent } from '../../../server/core/event-log.ts';
import { expectEqual } from '../../support/expect-equal.ts';
import { type Follower, follow } from './follower.ts';
import type { LogUnderTest } from './log-under-test.ts';
import { collect, fromNow, ids, isAscending, newEvents, newStream } from './sample-events.ts';

/** Event types that only this test uses. */
const ownTypes = () => {
  const tag = randomUUID();
  return { even: `Even${tag}`, odd: `Odd${tag}` };
};

/** Appends `count` events by concurrent writers, up to 15 at a time. @returns the last position */
const writeMany = async (
  log: EventLog,
  { even, odd }: ReturnType<typeof ownTypes>,
  count: number,
  onProgress: (written: number) => void = () => {},
) => {
  let written = 0;
  let last = -1n;
  const writer = async (): Promise<void> => {
    const stream = newStream();
    let expected: ExpectedRevision = 'no_stream';
    while (written < count) {
      const size = 1 + Math.floor(Math.random() * 15);
      written += size;
      const type = Math.random() < 0.5 ? even : odd;
      const { position, revision } = await log.append(stream, newEvents(size, type), expected);
      expected = revision;
      if (position > last) last = position;
      onProgress(written);
    }
  };
  await Promise.all(Array.from({ length: 8 }, writer));
  return last;
};

const expectSame = (follower: Follower, read: readonly RecordedEvent[]) => {
  expect(ids(follower.events)).toEqual(ids(read));
  expectEqual(follower.events, read);
  const positions = follower.batches.map(({ position }) => position);
  expect(isAscending(positions.filter((position, n) => position !== positions[n - 1]))).toBe(true);
};

export const seamContract = (log: LogUnderTest): void => {
  test('delivers every event once and in order to subscriptions started during concurrent writes', async () => {
    const own = ownTypes();
    const start = await fromNow(log());
    const filters = [{ types: [own.even, own.odd] }, { types: [own.odd] }];
    const followers: { follower: Follower; filter: (typeof filters)[number] }[] = [];
    const startFollowers = () => {
      for (const filter of filters) followers.push({ filter, follower: follow(log(), { ...start, filter }) });
    };
    const last = await writeMany(log(), own, 2500, (written) => {
      if (written > followers.length * 250) startFollowers();
    });
    startFollowers();
    for (const filter of filters) {
      const read = await collect(log().readAll({ ...start, filter }));
      for (const { follower } of followers.filter((each) => each.filter === filter)) {
        await follower.reaches(last);
        expectSame(follower, read);
      }
    }
    await Promise.all(followers.map(({ follower }) => follower.stop()));
  });

  test('resumes a subscription after its last position without a gap or a repeat', async () => {
    const own = ownTypes();
    const start = await fromNow(log());
    const filter = { types: [own.even, own.odd] };
    const seen: string[] = [];
    let after = start.after;
    let finished = false;
    const writing = writeMany(log(), own, 2000).finally(() => {
      finished = true;
    });
    while (!finished) {
      const { signal } = new AbortController();
      for await (const batch of log().subscribe({ ...(after !== undefined && { after }), filter, signal })) {
        seen.push(...ids(batch.events));
        after = batch.position;
        if (batch.events.length > 0 || finished) break;
      }
    }
    const last = await writing;
    const follower = follow(log(), { ...(after !== undefined && { after }), filter });
    if (after === undefined || after < last) await follower.reaches(last);
    await follower.stop();
    expect([...seen, ...ids(follower.events)]).toEqual(ids(await collect(log().readAll({ ...start, filter }))));
  });

  test('delivers everything to a consumer that has fallen far behind', async () => {
    const own = ownTypes();
    const start = await fromNow(log());
    const filter = { types: [own.even, own.odd] };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = follow(log(), { ...start, filter }, () => released);
    const fast = follow(log(), { ...start, filter });
    // More than an adapter keeps in memory for those that are nearly caught up.
    const last = await writeMany(log(), own, 3000);
    await fast.reaches(last);
    expect(slow.batches.length).toBeLessThanOrEqual(1);
    release();
    await slow.reaches(last);
    expectSame(slow, await collect(log().readAll({ ...start, filter })));
    await Promise.all([slow.stop(), fast.stop()]);
  });
};
