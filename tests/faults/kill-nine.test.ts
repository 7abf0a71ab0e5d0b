/** The application under kill -9: whatever it has answered is there, once, and the next process is soon where it was. */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { derivedId } from '../../server/commands/ids.ts';
import type { RecordedEvent } from '../../server/core/event-log.ts';
import { Reader } from '../../server/event-log/sqlite/reader.ts';
import { findFaults } from '../support/acknowledgements.ts';
import { eventsFile } from '../support/embedded-app.ts';
import { KillableServer } from '../support/killable-server.ts';
import { Replay } from '../support/served-models.ts';
import { until } from '../support/until.ts';
import { type Answer, ask, type Community, type Connection, type Write, Writer } from '../support/writing.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times the application is killed. `vitest.config.ts` sets it. */
    kills: number;
  }
}

const rounds = inject('kills');
/** Servers side by side, each with its own log, so that one starts while another is under load. */
const sideBySide = 2;
const users = ['ada', 'ben', 'cleo', 'dan'];
const devicesOfEach = 3;
const killWithinMs = 80;
/** Looked at after each kill; at the end, all of them are. */
const newestPosts = 5;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-kill-nine-'));
});
const lanes: Lane[] = [];
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
  await rm(folder, { recursive: true });
});

interface Recovery {
  /** In the process: the log opened and recovered, the read models built from it, the port open. */
  readonly opened: number;
  /** Processor time of that. */
  readonly openedCpu: number;
  /** As its user sees it: from the start of the process to the first answer. */
  readonly answered: number;
}

class Lane {
  readonly recoveries: Recovery[] = [];
  /** Changes that had no answer when the server was killed. */
  unanswered = 0;
  /** Of those, the ones that were in the log all the same. */
  recordedUnanswered = 0;
  readonly #folder: string;
  readonly #community: Community = { posts: [] };
  readonly #writers = users.flatMap((user) =>
    Array.from({ length: devicesOfEach }, () => new Writer(user, this.#community)),
  );
  readonly #replay = new Replay();
  readonly #events: RecordedEvent[] = [];
  /** Every change that was answered, by its command's id. */
  readonly #answered = new Map<string, Write>();
  #server: KillableServer | undefined;
  #spare: KillableServer;

  constructor(name: string) {
    this.#folder = join(folder, name);
    this.#spare = this.#load();
  }

  async run(roundsOfLane: number): Promise<void> {
    for (let round = 0; round < roundsOfLane; round++) {
      if (round % 16 === 15) await this.#killWhileOpening();
      const { server, connection } = await this.#open();
      await this.#retry(connection);
      expect(await this.#replay.differences(connection, users, newestPosts)).toEqual([]);
      await this.#writeUntilKilled(server, connection);
      connection.agent.destroy();
    }
    const { server, connection } = await this.#open();
    await this.#retry(connection);
    const whole = new Replay();
    const events = readLog(this.#folder, 0n);
    expect(events.map(({ id }) => id)).toEqual(this.#events.map(({ id }) => id));
    await whole.fold(events);
    expect(await whole.differencesInAll(connection, users)).toEqual([]);
    connection.agent.destroy();
    await server.kill();
  }

  /** Ends whatever runs, also after a failure. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#server?.kill(), this.#spare.kill()]);
  }

  get answered(): number {
    return this.#answered.size;
  }

  /** A process with its code loaded, which has not touched the log. */
  #load(): KillableServer {
    return new KillableServer({ folder: this.#folder, users }, join(folder, 'compiled'));
  }

  async #open(): Promise<{ server: KillableServer; connection: Connection }> {
    const server = this.#spare;
    this.#server = server;
    const loaded = await server.loaded;
    const told = performance.now();
    const { address, openedInMs, openedCpuMs } = await server.open();
    const connection = { address, agent: new Agent({ keepAlive: true }) };
    await ask(connection, { method: 'GET', path: '/api/community', user: 'ada' });
    this.recoveries.push({
      opened: openedInMs,
      openedCpu: openedCpuMs,
      answered: loaded + performance.now() - told,
    });
    this.#spare = this.#load();
    return { server, connection };
  }

  async #killWhileOpening(): Promise<void> {
    const server = this.#spare;
    await server.loaded;
    const opening = server.open().catch(() => undefined);
    await delay(Math.random() * killWithinMs);
    await server.kill();
    await opening;
    this.#spare = this.#load();
  }

  /** Asks again for what has no answer, and for some of what has one; then all must be in the log once. */
  async #retry(connection: Connection): Promise<void> {
    const unanswered = this.#writers.flatMap(({ unanswered: write }) => write ?? []);
    const after = this.#events.at(-1)?.position ?? 0n;
    const recorded = new Set(readLog(this.#folder, after).map(({ meta }) => meta.commandId));
    this.unanswered += unanswered.length;
    this.recordedUnanswered += unanswered.filter((write) => recorded.has(commandOf(write))).length;

    await Promise.all(this.#writers.map((writer) => writer.retry(connection)));
    const answered = this.#writers.flatMap((writer) => writer.acknowledged.splice(0));
    const again = answered.filter(({ write }, n) => unanswered.includes(write) || n % 8 === 0);
    const answers = await Promise.all(again.map(({ write }) => ask(connection, write)));
    expect(answers).toEqual(again.map(({ answer }): Answer => answer));

    for (const { write } of answered) this.#answered.set(commandOf(write), write);
    const events = readLog(this.#folder, after);
    this.#events.push(...events);
    await this.#replay.fold(events);
    expect(findFaults(this.#events, [])).toEqual([]);
    expect(this.#findDifferences()).toEqual([]);
  }

  /** Where the log and what was answered do not agree: one event for each change, and for each user his profile. */
  #findDifferences(): string[] {
    const differences: string[] = [];
    const missing = new Map(this.#answered);
    for (const { type, meta, position } of this.#events) {
      const write = missing.get(meta.commandId);
      if (type === 'ProfileCreated' && meta.commandId === derivedId('ensure-profile', meta.actor)) continue;
      if (!write) differences.push(`The ${type} at ${position} is of no change, or there twice`);
      else if (!write.events.includes(type)) differences.push(`The ${type} at ${position} is not what was asked for`);
      missing.delete(meta.commandId);
    }
    for (const { method, path } of missing.values()) differences.push(`${method} ${path} was answered and is lost`);
    return differences;
  }

  async #writeUntilKilled(server: KillableServer, connection: Connection): Promise<void> {
    const writing = Promise.all(this.#writers.map((writer) => writer.writeUntilCutOff(connection)));
    await Promise.race([writing, until(() => this.#writers.some(({ acknowledged }) => acknowledged.length > 0))]);
    await delay(Math.random() * killWithinMs);
    await server.kill();
    await writing;
  }
}

const commandOf = ({ user, method, path, key }: Write): string => derivedId('command', user, method, path, key);

/** From the file itself, past the process that owns it, and letting go of it again: a kill shall leave nobody in it. */
function readLog(directory: string, after: bigint): RecordedEvent[] {
  const reader = new Reader(eventsFile(directory));
  try {
    const events: RecordedEvent[] = [];
    for (let reached = Number(after); ; ) {
      const page = reader.page(reached, Number.MAX_SAFE_INTEGER);
      events.push(...page.matching({}));
      if (!page.isFull) return events;
      reached = page.position;
    }
  } finally {
    reader.close();
  }
}

/** The value that so many of them are below. */
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

const figures = (values: readonly number[]): string => {
  const [half, most, all] = [0.5, 0.95, 1 - Number.EPSILON].map((part) => percentile(values, part).toFixed());
  return `${half} ms (95 in 100 below ${most}, all below ${all})`;
};

test(`${rounds} times amid concurrent writes: what was answered is there once, and is served as a replay has it`, async ({
  annotate,
}) => {
  lanes.push(...Array.from({ length: sideBySide }, (_, n) => new Lane(`lane-${n}`)));
  await Promise.all(lanes.map((lane) => lane.run(rounds / sideBySide)));

  const sum = (count: (lane: Lane) => number): number => lanes.reduce((total, lane) => total + count(lane), 0);
  const opened = lanes.flatMap(({ recoveries }) => recoveries.map((recovery) => recovery.opened));
  const openedCpu = lanes.flatMap(({ recoveries }) => recoveries.map((recovery) => recovery.openedCpu));
  const answered = lanes.flatMap(({ recoveries }) => recoveries.map((recovery) => recovery.answered));
  await annotate(
    [
      `${sum((lane) => lane.answered)} changes answered`,
      `${sum((lane) => lane.unanswered)} cut off, ${sum((lane) => lane.recordedUnanswered)} of them recorded`,
      `log opened and replayed, port open: ${figures(opened)}`,
      `of that, processor time: ${figures(openedCpu)}`,
      `from the start of the process to its first answer: ${figures(answered)}`,
    ].join('; '),
  );
  // Otherwise the kills came when nothing was going on.
  expect(sum((lane) => lane.unanswered)).toBeGreaterThan(rounds);
  expect(sum((lane) => lane.recordedUnanswered)).toBeGreaterThan(0);
  // What else the machine does in a hundred starts is not the program's, so its own work is bounded by processor time.
  // A wait that each start makes would show in the quickest of them, too.
  expect(percentile(openedCpu, 0.75)).toBeLessThan(1000);
  expect(percentile(opened, 0.05)).toBeLessThan(1000);
});
