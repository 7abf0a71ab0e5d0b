import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLogUnavailable, type RecordedEvent, type WriteFailure } from '../../core/event-log.ts';
import { type Append, GroupCommit } from './group-commit.ts';
import { encodeRecord } from './record.ts';
import { type FlatGroup, GroupReader, outcome } from './writer-protocol.ts';

const mebibyte = 1024 * 1024;
const writeTimeoutMs = 20;

let sent: FlatGroup[];
let committed: RecordedEvent[];
let failures: WriteFailure[];
let commits: GroupCommit;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [sent, committed, failures] = [[], [], []];
  commits = new GroupCommit({
    head: 0,
    send: (group) => sent.push(group),
    committed: (events) => committed.push(...events),
    writeFailed: (failure) => failures.push(failure),
    writeTimeoutMs,
  });
});

afterEach(() => vi.useRealTimers());

/** An append that counts as `bytes` long. */
const append = (stream: string, bytes = 100): Append => {
  const id = randomUUID();
  const meta = { actor: 'mia', commandId: id, correlationId: id, at: '', schema: 1 };
  const event = { id, type: 'Happened', data: {}, meta };
  return { stream, events: [{ ...event, record: encodeRecord(event) }], expected: 'no_stream', bytes };
};

/** The streams that a group appends to. */
const streamsIn = (group: FlatGroup | undefined): string[] => {
  const streams: string[] = [];
  for (const appends = new GroupReader(group ?? []); !appends.atEnd; ) {
    streams.push(appends.text());
    appends.number();
    appends.skipEvents(appends.number());
  }
  return streams;
};

/** The writer records the whole group that was sent last. */
const record = () => commits.committed(streamsIn(sent.at(-1)).flatMap(() => [outcome.recorded, 0]));

/** The writer does not answer the group that was sent. */
const silence = async () => {
  await nextTurn();
  vi.advanceTimersByTime(writeTimeoutMs);
};

test('accepts appends without limit in total, as long as the writer keeps up', async () => {
  for (let n = 1n; n <= 40n; n++) {
    const appended = commits.append(append(`stream-${n}`, 4 * mebibyte));
    await nextTurn();
    record();
    expect(await appended).toEqual({ revision: 0n, position: n });
  }
  expect(committed).toHaveLength(40);
});

test('refuses appends over its limit, and accepts them again after a group is sent, fails or times out', async () => {
  /** Appends one more than may wait; resolves with the reasons of the refusals. */
  const fill = async (): Promise<string[]> => {
    const appends = Array.from({ length: 17 }, (_, n) => commits.append(append(`stream-${n}`, 4 * mebibyte)));
    const settled = await Promise.allSettled(appends);
    return settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  };
  const tooMuch = [expect.stringContaining('Too much is waiting')];

  const first = fill();
  for (let n = 0; n < 16; n++) {
    await nextTurn();
    record();
  }
  expect(await first).toEqual(tooMuch);

  const failing = fill();
  for (let n = 0; n < 16; n++) {
    await nextTurn();
    commits.failed({ code: 'DISK_FULL', reason: 'database or disk is full' });
  }
  expect(await failing).toHaveLength(17);
  expect(failures).toHaveLength(16);

  const stuck = fill();
  await silence();
  expect(await stuck).toHaveLength(17);
  expect(failures.at(-1)).toMatchObject({ code: 'NO_ANSWER' });
  await expect(commits.append(append('late'))).rejects.toThrow('does not answer');
  // The answer arrives after the time-out.
  record();
  const again = fill();
  for (let n = 0; n < 16; n++) {
    await nextTurn();
    record();
  }
  expect(await again).toEqual(tooMuch);
});

test('sends groups one after the other, in the order of the appends', async () => {
  const appends = ['a', 'b'].map((stream) => commits.append(append(stream)));
  await nextTurn();
  appends.push(...['c', 'd'].map((stream) => commits.append(append(stream))));
  await nextTurn();
  expect(sent.map(streamsIn)).toEqual([['a', 'b']]);
  record();
  expect(sent.map(streamsIn)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  record();
  expect(await Promise.all(appends)).toEqual([1n, 2n, 3n, 4n].map((position) => ({ revision: 0n, position })));
  expect(committed.map(({ stream, position }) => [stream, position])).toEqual([
    ['a', 1n],
    ['b', 2n],
    ['c', 3n],
    ['d', 4n],
  ]);
});

test('sends an append larger than a group by itself, and the next one after it', async () => {
  const large: Append = { ...append('large', 5 * mebibyte), events: Array(1_100).fill(append('large').events[0]) };
  const appends = [commits.append(large), commits.append(append('small'))];
  await nextTurn();
  expect(sent.map(streamsIn)).toEqual([['large']]);
  commits.committed([outcome.recorded, 1_099]);
  expect(sent.map(streamsIn)).toEqual([['large'], ['small']]);
  record();
  expect(await Promise.all(appends)).toEqual([
    { revision: 1_099n, position: 1_100n },
    { revision: 0n, position: 1_101n },
  ]);
});

test('settles accepted appends before it ends, and refuses later ones', async () => {
  const before = commits.append(append('before'));
  await nextTurn();
  const drained = commits.drain('The event log is closed');
  record();
  expect(await before).toEqual({ revision: 0n, position: 1n });
  await drained;
  await expect(commits.append(append('after'))).rejects.toThrow('The event log is closed');
});

test('times out whenever the disk does not answer, and settles accepted appends after it has answered again', async () => {
  for (const stream of ['a', 'b']) {
    const refused = expect(commits.append(append(stream))).rejects.toThrow('does not answer');
    await silence();
    await refused;
    // The answer arrives after the time-out.
    record();
  }
  expect(failures).toHaveLength(2);
  const settled: string[] = [];
  const appended = commits.append(append('c')).then(() => settled.push('appended'));
  await nextTurn();
  const drained = commits.drain('The event log is closed').then(() => settled.push('drained'));
  record();
  await Promise.all([appended, drained]);
  expect(settled).toEqual(['appended', 'drained']);
});

test('ends although the disk never answers', async () => {
  const refused = expect(commits.append(append('lost'))).rejects.toThrow('does not answer');
  await silence();
  await refused;
  await commits.drain('The event log is closed');
  await expect(commits.append(append('after'))).rejects.toThrow();
});

test('publishes no event of a failed group, and numbers the next group after the last recorded event', async () => {
  const failed = commits.append(append('a'));
  await nextTurn();
  commits.failed({ code: 'DISK_ERROR', reason: 'disk I/O error' });
  await expect(failed).rejects.toBeInstanceOf(EventLogUnavailable);
  const appends = ['b', 'c', 'd'].map((stream) => commits.append(append(stream)));
  await nextTurn();
  commits.committed([outcome.wrongRevision, 4, outcome.recorded, 0, outcome.duplicateId, -1]);
  const [wrong, recorded, duplicate] = await Promise.allSettled(appends);
  expect(wrong).toMatchObject({ reason: { code: 'WRONG_EXPECTED_REVISION', actual: 4n } });
  expect(recorded).toMatchObject({ value: { position: 1n } });
  expect(duplicate).toMatchObject({ reason: { code: 'DUPLICATE_EVENT_ID' } });
  expect(committed.map(({ stream }) => stream)).toEqual(['c']);
});
