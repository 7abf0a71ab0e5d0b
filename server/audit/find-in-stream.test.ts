import { expect, test } from 'vitest';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { findInStream } from './find-in-stream.ts';

test('finds the event at a position, or the last one before it', async () => {
  const log = new MemoryEventLog();
  const stream = 'post-1';
  const published = log.append(stream, 'PostPublished', { title: 'Soup' });
  const commented = log.append(stream, 'CommentAdded', { commentId: 'c1' });
  const positionAt = async (position: bigint, item?: string) =>
    (await findInStream(log, { stream, item, at: { position } })).position;
  expect(await positionAt(commented)).toBe(commented);
  expect(await positionAt(commented, 'c1')).toBe(commented);
  expect(await positionAt(commented - 1n)).toBe(published);
  await expect(positionAt(commented - 1n, 'c1')).rejects.toThrow(`it is from position ${commented}`);
});
