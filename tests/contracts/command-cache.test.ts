/** The command handler's cache of folded streams. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Aggregate } from '../../server/commands/aggregate.ts';
import { createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { bindMethods } from '../support/bound-log.ts';

/** Its weight is its content. */
const jar: Aggregate<number, number, { type: 'JarFilled'; data: { by: number } }> = {
  category: 'jar',
  events: { JarFilled: [] },
  initial: () => 0,
  decide: (by) => [{ type: 'JarFilled', data: { by } }],
  evolve: (filled, { data }) => filled + data.by,
  weight: (filled) => filled,
};

let folder: string;
let log: EventLog;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-command-cache-'));
  log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

/** @returns a function that fills a jar through a new command handler and returns the streams that this read */
function createFill() {
  const read: string[] = [];
  const commands = createCommandHandler({
    ...bindMethods(log),
    readStream: (stream, options) => {
      read.push(stream);
      return log.readStream(stream, options);
    },
  });
  return async (id: string, by: number, text = ''): Promise<string[]> => {
    read.length = 0;
    const context = { actor: 'mia', commandId: newId(), correlationId: 'test' };
    await commands.handle(jar, id, by, context, () => text);
    return read.slice();
  };
}

test.each([
  ['their state', { by: 300_000, text: '' }],
  ['their answers', { by: 1, text: 'x'.repeat(50_000_000) }],
])('evicts the least recently used stream when the cache grows too heavy, by %s', async (_, filling) => {
  const fill = createFill();
  const [first, second] = [newId(), newId()];
  for (const id of [first, second]) await fill(id, 1);
  for (const id of [first, second]) await fill(id, filling.by, filling.text);
  expect(await fill(second, 1)).toEqual([]);
  expect(await fill(first, 1)).toEqual([`jar-${first}`]);
});

test('keeps one stream that alone exceeds the limit, besides the others', async () => {
  const fill = createFill();
  const [heavy, light, secondHeavy] = [newId(), newId(), newId()];
  await fill(heavy, 2_000_000);
  await fill(light, 1);
  for (const id of [heavy, light, heavy]) expect(await fill(id, 1)).toEqual([]);
  await fill(secondHeavy, 2_000_000);
  expect(await fill(secondHeavy, 1)).toEqual([]);
  expect(await fill(heavy, 1)).toEqual([`jar-${heavy}`]);
});
