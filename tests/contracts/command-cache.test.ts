/** What the command handler keeps of the streams, so that it need not read them again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Aggregate } from '../../server/commands/aggregate.ts';
import { createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import type { EventLog } from '../../server/event-log/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { bound } from '../support/bound-log.ts';

/** Weighs as much as was filled in. */
const jar: Aggregate<number, number, { type: 'JarFilled'; data: { by: number } }> = {
  category: 'jar',
  schema: 1,
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

test.each([
  ['what they became', { by: 300_000, text: '' }],
  ['what was answered', { by: 1, text: 'x'.repeat(50_000_000) }],
])('forgets the stream that was used least when those it keeps have grown too heavy, by %s', async (_, filling) => {
  const read: string[] = [];
  const commands = createCommandHandler({
    ...bound(log),
    readStream: (stream, options) => {
      read.push(stream);
      return log.readStream(stream, options);
    },
  });
  const fill = (id: string, { by, text }: { by: number; text: string }) => {
    const context = { actor: 'mia', commandId: newId(), correlationId: 'test' };
    return commands.handle(jar, id, by, context, () => text);
  };
  const [first, second] = [newId(), newId()];
  const little = { by: 1, text: '' };
  for (const each of [little, filling]) for (const id of [first, second]) await fill(id, each);
  read.length = 0;
  await fill(second, little);
  expect(read).toEqual([]);
  await fill(first, little);
  expect(read).toEqual([`jar-${first}`]);
});
