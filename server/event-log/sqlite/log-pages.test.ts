import { expect, test } from 'vitest';
import { LogPage, type Row } from './log-page.ts';
import { LogPages } from './log-pages.ts';

const pageSize = 4;

const rowAt = (position: number): Row => ({
  ...Object.fromEntries([position, 'stream', position, `id-${position}`, 'Happened', '[{}]'].entries()),
});

/** A log of that many events, and which positions it was read after. */
function logOf(length: number) {
  const reads: number[] = [];
  const pages = new LogPages({
    pageSize,
    read: (after) => {
      reads.push(after);
      const end = Math.min(length, after + pageSize);
      const rows = Array.from({ length: end - after }, (_, n) => rowAt(after + 1 + n));
      return new LogPage(rows, length, pageSize);
    },
  });
  return { pages, reads };
}

/** Follows to the end from a position, doing something else for some turns of the event loop after each page. */
async function follow(pages: LogPages, from: number, length: number, idleTurns: number) {
  const seen: object[] = [];
  for (let position = from; position < length; ) {
    const page = await pages.page(position);
    seen.push(...page.matching({}));
    position = page.position;
    for (let turn = 0; turn < idleTurns; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  return seen;
}

test('who follows from the same place shares each page and each event of it', async () => {
  const { pages, reads } = logOf(100);
  const [first, second] = await Promise.all([follow(pages, 0, 100, 0), follow(pages, 0, 100, 0)]);
  expect(first).toHaveLength(100);
  expect(second?.every((event, place) => event === first?.[place])).toBe(true);
  expect(reads).toEqual(Array.from({ length: 25 }, (_, page) => page * pageSize));
});

test('who is a little behind comes up with the others, who then go on together', async () => {
  const { pages, reads } = logOf(400);
  await Promise.all([follow(pages, 0, 400, 0), follow(pages, 20, 400, 0), follow(pages, 40, 400, 0)]);
  expect(reads).toHaveLength(100);
});

test('who takes its time, or is far behind, holds up nobody', async () => {
  const { pages } = logOf(400);
  let slowIsDone = false;
  const slow = follow(pages, 0, 400, 50).then(() => {
    slowIsDone = true;
  });
  await follow(pages, 0, 400, 0);
  expect(slowIsDone).toBe(false);
  await slow;

  const { pages: others } = logOf(4000);
  const order: string[] = [];
  await Promise.all([
    follow(others, 0, 4000, 0).then(() => order.push('from the start')),
    follow(others, 3600, 4000, 0).then(() => order.push('near the end')),
  ]);
  expect(order).toEqual(['near the end', 'from the start']);
});
