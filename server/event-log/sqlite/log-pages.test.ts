import { expect, test } from 'vitest';
import { LogPage } from './log-page.ts';
import { LogPages } from './log-pages.ts';
import type { Row } from './row.ts';

const pageSize = 4;

const rowAt = (position: number): Row => ({
  ...Object.fromEntries([position, 'stream', position, `id-${position}`, 'Happened', '[{}]', null].entries()),
});

/** A log of `length` events, and the positions that it was read after. */
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

/** Reads to the end from a position, idling for some turns of the event loop after each page. */
async function follow(pages: LogPages, from: number, length: number, idleTurns: number) {
  const seen: object[] = [];
  for (let position = from; position < length; ) {
    const page = await pages.page(position);
    seen.push(...page.select({}).events);
    position = page.position;
    for (let turn = 0; turn < idleTurns; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  return seen;
}

test('shares pages and decoded events among readers at the same position', async () => {
  const { pages, reads } = logOf(100);
  const [first, second] = await Promise.all([follow(pages, 0, 100, 0), follow(pages, 0, 100, 0)]);
  expect(first).toHaveLength(100);
  expect(second?.every((event, index) => event === first?.[index])).toBe(true);
  expect(reads).toEqual(Array.from({ length: 25 }, (_, page) => page * pageSize));
});

test('lets readers slightly behind catch up, so that all share the later pages', async () => {
  const { pages, reads } = logOf(400);
  await Promise.all([follow(pages, 0, 400, 0), follow(pages, 20, 400, 0), follow(pages, 40, 400, 0)]);
  expect(reads).toHaveLength(100);
});

test('does not delay other readers for a slow reader or one far behind', async () => {
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
