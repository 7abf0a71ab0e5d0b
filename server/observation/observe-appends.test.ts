import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCommandHandler } from '../commands/handle-command.ts';
import { newId } from '../commands/ids.ts';
import { type PostCommand, post } from '../core/domain/post/decider.ts';
import { type EventLog, EventLogUnavailable, WrongExpectedRevision } from '../core/event-log.ts';
import type { ObservedAppend, Observer } from '../core/observer.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { observeAppends } from './observe-appends.ts';

let folder: string;
let log: EventLog;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-observed-'));
  log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

function observed(inner: EventLog) {
  const reports: string[] = [];
  const appends: ObservedAppend[] = [];
  const observer: Observer = {
    appended: (append) => {
      appends.push(append);
      reports.push(`${append.outcome} ${append.events.length}`);
    },
    lostRace: (then) => reports.push(then),
  };
  const commands = createCommandHandler(observeAppends(inner, observer), { observer });
  const send = (id: string, command: PostCommand, actor = 'mia') =>
    commands.handle(post, id, command, { actor, commandId: newId(), correlationId: newId() }, () => undefined);
  return { reports, appends, send };
}

const published: PostCommand = { type: 'PublishPost', title: 'Salad', body: { type: 'text', content: '' } };

test('reports what was recorded together, and how long it took', async () => {
  const { reports, appends, send } = observed(log);
  const id = newId();
  await send(id, published);
  await Promise.all(['ben', 'eve', 'sam'].map((actor) => send(id, { type: 'Like', actor }, actor)));
  expect(reports).toEqual(['recorded 1', 'recorded 3']);
  expect(appends.every(({ ms }) => ms > 0 && ms < 10_000)).toBe(true);
});

test('reports a conflict with another node, and that the command was retried', async () => {
  const [here, there] = [observed(log), observed(log)];
  const id = newId();
  await here.send(id, published);
  await there.send(id, { type: 'Like', actor: 'ben' }, 'ben');
  await here.send(id, { type: 'Like', actor: 'mia' });
  expect(here.reports).toEqual(['recorded 1', 'conflict 1', 'retried', 'recorded 1']);
});

test('reports a command that is abandoned after thirty conflicts', async () => {
  const append = async () => {
    throw new WrongExpectedRevision('post-1', 'no_stream', 0n);
  };
  const { reports, send } = observed({ ...observeAppends(log, { appended: () => {} }), append });
  await expect(send(newId(), published)).rejects.toThrow('at the same time');
  expect(reports.filter((one) => one === 'retried')).toHaveLength(29);
  expect(reports.slice(-2)).toEqual(['conflict 1', 'abandoned']);
});

test('reports an append that fails, and passes its error on', async () => {
  const append = async () => {
    throw new EventLogUnavailable('The disk is full');
  };
  const { reports, send } = observed({ ...observeAppends(log, { appended: () => {} }), append });
  await expect(send(newId(), published)).rejects.toThrow('The disk is full');
  expect(reports).toEqual(['failed 1']);
});

test('is the log itself when nobody observes it', () => {
  expect(observeAppends(log, undefined)).toBe(log);
});
