/** Events are permanent: each is readable by the release that wrote it and all later ones, but not by earlier ones. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { idOf, type Projected, type Projection } from '../../projections/definitions/projection.ts';
import { type Projections, startProjections } from '../../projections/runner/start-projections.ts';
import type { Aggregate } from '../../server/commands/aggregate.ts';
import { createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import type { DomainEvent, EventVersions } from '../../server/core/domain/event-versions.ts';
import type { EventLog, JsonObject } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { bindMethods } from '../support/bound-log.ts';
import { storeKinds } from '../support/dish-runners.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { strict } from '../support/strict-log.ts';
import { until } from '../support/until.ts';

/** The events of a jar: version 1 counts cups, version 2 spoons, and the current version 3 grams. */
type FilledByCups = { type: 'JarFilled'; data: { cups: number } };
type JarEvent = { type: 'JarFilled'; data: { grams: number } } | { type: 'JarEmptied'; data: Record<string, never> };

const older: EventVersions<FilledByCups> = { JarFilled: [] };
const current: EventVersions<JarEvent> = {
  JarFilled: [
    ({ cups }: { cups: number }) => ({ spoons: cups * 16 }),
    ({ spoons }: { spoons: number }) => ({ grams: spoons * 15 }),
  ],
  JarEmptied: [],
};

const olderJar: Aggregate<number, number, FilledByCups> = {
  category: 'jar',
  events: older,
  initial: () => 0,
  decide: (cups) => [{ type: 'JarFilled', data: { cups } }],
  evolve: (cups, { data }) => cups + data.cups,
  weight: () => 1,
};
const jar: Aggregate<number, number | 'empty', JarEvent> = {
  category: 'jar',
  events: current,
  initial: () => 0,
  decide: (command) =>
    command === 'empty' ? [{ type: 'JarEmptied', data: {} }] : [{ type: 'JarFilled', data: { grams: command } }],
  evolve: (grams, event) => (event.type === 'JarEmptied' ? 0 : grams + event.data.grams),
  weight: () => 1,
};

/** The content of each jar, and a count of each portion size. */
const jars: Projection<Projected<JarEvent>> = {
  name: 'jars',
  version: 1,
  events: current,
  fold: (event, workspace) => {
    const jarId = idOf(event);
    if (event.type === 'JarEmptied') {
      workspace.put('jars', jarId, { grams: 0 });
      return;
    }
    const portion = String(event.data.grams);
    const { grams } = workspace.get<{ grams: number }>('jars', jarId) ?? { grams: 0 };
    const { times } = workspace.get<{ times: number }>('portions', portion) ?? { times: 0 };
    workspace.put('jars', jarId, { grams: grams + event.data.grams });
    workspace.put('portions', portion, { times: times + 1 });
  },
};
const olderJars: Projection<Projected<FilledByCups>> = {
  name: 'jars',
  version: 1,
  events: older,
  fold: (event, workspace) => {
    const { cups } = workspace.get<{ cups: number }>('jars', idOf(event)) ?? { cups: 0 };
    workspace.put('jars', idOf(event), { cups: cups + event.data.cups });
  },
};

let folder: string;
let log: EventLog;
const running: Projections[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-event-versions-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  await Promise.all(running.splice(0).map((projections) => projections.stop()));
  await log.close();
});
const openLog = async () => {
  log = strict(await openSqliteEventLog({ file: join(folder, `${newId()}.sqlite`) }));
};

const newContext = (commandId = newId()) => ({ actor: 'mia', commandId, correlationId: 'test' });

/** A process of a release. Its commands return the state of a jar and the recorded events. */
const release =
  <Command, Event extends DomainEvent>(aggregate: Aggregate<number, Command, Event>) =>
  async (id: string, command: Command, commandId?: string) => {
    const commands = createCommandHandler(log);
    const { answer } = await commands.handle(aggregate, id, command, newContext(commandId), ({ state, events }) => ({
      holds: state,
      recorded: events.map(({ data, meta }) => ({ ...data, version: meta.schema })),
    }));
    return answer;
  };

/** Appends an event of version 2, as the release between the two would. */
const fillBySpoons = async (id: string, spoons: number, revision: bigint) => {
  const { commandId, actor, correlationId } = newContext();
  const meta = { actor, commandId, correlationId, at: '2026-01-01T00:00:00.000Z', schema: 2 };
  await log.append(`jar-${id}`, [{ id: newId(), type: 'JarFilled', data: { spoons }, meta }], revision);
};

const recordedIn = async (id: string): Promise<JsonObject[]> => {
  const all: JsonObject[] = [];
  for await (const { data } of log.readStream(`jar-${id}`)) all.push(data);
  return all;
};

test('decides commands on events of every version, and repeats answers in the current version', async () => {
  await openLog();
  const [fill, fillInCups] = [release(jar), release(olderJar)];
  const first = newId();
  expect(await fillInCups('a', 2, first)).toEqual({ holds: 2, recorded: [{ cups: 2, version: 1 }] });
  await fillBySpoons('a', 1, 0n);
  expect(await fill('a', 5)).toEqual({ holds: 500, recorded: [{ grams: 5, version: 3 }] });
  expect(await fill('a', 2, first)).toEqual({ holds: 480, recorded: [{ grams: 480, version: 3 }] });
  expect(await recordedIn('a')).toEqual([{ cups: 2 }, { spoons: 1 }, { grams: 5 }]);
});

test('rejects a command on a stream with events of a newer release, and writes nothing', async () => {
  await openLog();
  const [fill, fillInCups] = [release(jar), release(olderJar)];
  await fillInCups('filled', 1);
  await fillInCups('emptied', 1);
  await fill('filled', 5);
  await fill('emptied', 'empty');
  const head = await log.head();
  await expect(fillInCups('filled', 1)).rejects.toMatchObject({
    code: 'NEWER_RELEASE',
    message: 'A newer release has recorded version 3 of a JarFilled: this one knows up to 1',
  });
  await expect(fillInCups('emptied', 1)).rejects.toMatchObject({
    code: 'NEWER_RELEASE',
    message: 'A newer release has recorded a JarEmptied: this one does not know such events',
  });
  expect(await log.head()).toBe(head);
  expect(await fillInCups('untouched', 1)).toMatchObject({ holds: 1 });
  expect(await fill('emptied', 7)).toMatchObject({ holds: 7 });
});

test('rejects a command on a cached stream to which a newer release has written', async () => {
  await openLog();
  const commands = createCommandHandler(log);
  const fillInCups = () => commands.handle(olderJar, 'kept', 1, newContext(), ({ state }) => state);
  expect(await fillInCups()).toMatchObject({ answer: 1 });
  await release(jar)('kept', 'empty');
  await expect(fillInCups()).rejects.toMatchObject({ code: 'NEWER_RELEASE' });
  expect(await recordedIn('kept')).toEqual([{ cups: 1 }, {}]);
});

test('reads the events before the newer one only once in repeated attempts', async () => {
  await openLog();
  for (let n = 0; n < 3; n++) await release(olderJar)('long', 1);
  await release(jar)('long', 'empty');
  const readFrom: (bigint | undefined)[] = [];
  const commands = createCommandHandler({
    ...bindMethods(log),
    readStream: (stream, options) => {
      readFrom.push(options?.from);
      return log.readStream(stream, options);
    },
  });
  for (let n = 0; n < 3; n++) {
    const filled = commands.handle(olderJar, 'long', 1, newContext(), ({ state }) => state);
    await expect(filled).rejects.toMatchObject({ code: 'NEWER_RELEASE' });
  }
  expect(readFrom).toEqual([undefined, 3n, 3n]);
  expect(await recordedIn('long')).toHaveLength(4);
});

test.each(storeKinds)(
  'a projection %s folds every version, and listeners receive the current version',
  async (_, newStore) => {
    await openLog();
    await release(olderJar)('a', 2);
    await fillBySpoons('a', 1, 0n);
    await release(jar)('a', 5);
    const received: object[] = [];
    const store = newStore();
    const projections = startProjections({
      log,
      store,
      definitions: [jars],
      logger: new QuietLogger(),
      onApplied: ({ events }) => received.push(...events.map(({ data }) => data)),
    });
    running.push(projections);
    expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
    const model = store.open(jars);
    expect(await model.load('jars', ['a'])).toEqual([{ grams: 500 }]);
    expect(await model.load('portions', ['480', '15', '5'])).toEqual([{ times: 1 }, { times: 1 }, { times: 1 }]);
    expect(received).toEqual([{ grams: 480 }, { grams: 15 }, { grams: 5 }]);
  },
);

test.each(storeKinds)('a projection %s pauses before an event of a newer version', async (_, newStore) => {
  await openLog();
  await release(olderJar)('a', 2);
  await release(jar)('a', 'empty');
  await release(olderJar)('b', 3);
  const before = await log.head();
  await release(jar)('b', 5);
  await release(olderJar)('c', 1);
  const store = newStore();
  const logger = new QuietLogger();
  const projections = startProjections({ log, store, definitions: [olderJars], logger });
  running.push(projections);
  await until(() => projections.status()[0]?.state === 'failing');
  const model = store.open(olderJars);
  expect(await model.checkpoint()).toBe(before);
  expect(await model.load('jars', ['a', 'b', 'c'])).toEqual([{ cups: 2 }, { cups: 3 }, undefined]);
  const [failure] = logger.lines.filter(({ level }) => level === 'error');
  expect(failure?.details).toMatchObject({
    err: {
      message:
        'Projection jars failed on the JarFilled at 4 of jar-b: ' +
        'A newer release has recorded version 3 of a JarFilled: this one knows up to 1',
    },
  });
});
