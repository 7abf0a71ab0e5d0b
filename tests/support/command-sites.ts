/** Two installations with the same events, on each kind of log and store, and the commands of operators on both. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { loadConfig } from '../../server/config/config.ts';
import type { NewEvent } from '../../server/core/event-log.ts';
import { silentLogger } from '../../server/core/logger.ts';
import { openLog } from '../../server/open-stores.ts';
import { FakeEventStoreDb } from './eventstoredb-server/server.ts';
import { withoutAccounts } from './no-accounts.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { type CommandResult, runInProcess } from './run-in-process.ts';
import { type ServerInProcess, startInProcess } from './server-in-process.ts';
import { until } from './until.ts';

const startTimeoutMs = 60_000;
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

export class CommandSite {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of all events in the order of the log. */
  positions: string[] = [];
  #server: ServerInProcess | undefined;

  constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.env = { ...env, DATA_DIR: folder, SEED_SAMPLES: 'false', PORT: '0' };
  }

  /** @param args `@7` is the position of the seventh event, `FOLDER` the data folder */
  async run(...args: readonly string[]): Promise<CommandResult> {
    const positionOf = (number: string) => this.positions[Number(number) - 1] ?? number;
    return runInProcess(
      this.env,
      args.map((argument) => argument.replace(/^@(\d+)$/, (_, n) => positionOf(n)).replace('FOLDER', this.folder)),
    );
  }

  /** The lines of a command that succeeds. */
  async lines(...args: readonly string[]): Promise<readonly string[]> {
    const { code, out, err } = await this.run(...args);
    expect([code, err], args.join(' ')).toEqual([0, []]);
    return out;
  }

  async json(...args: readonly string[]) {
    return (await this.lines('--json', ...args)).map((line) => JSON.parse(line));
  }

  /** Beside any server, as only a fault or another program would. */
  async append(stream: string, event: NewEvent): Promise<void> {
    const log = await openLog(loadConfig(this.env, []), silentLogger);
    await log.append(stream, [event], 'no_stream').finally(() => log.close());
  }

  async startServer(): Promise<void> {
    this.#server = startInProcess(this.env);
    const address = await this.#server.address();
    await until(async () => (await fetch(`${address}/health/ready`)).ok, startTimeoutMs);
  }

  async stopServer(): Promise<void> {
    await this.#server?.stop();
  }

  async readPositions(): Promise<void> {
    const events = await runInProcess(this.env, ['--json', 'audit', 'events', '--oldest', '--limit', '100000']);
    this.positions = events.out.map((line) => JSON.parse(line).position);
  }
}

export interface SharedParts {
  readonly eventStore: FakeEventStoreDb;
  readonly redis: RedisServer;
}

export class TwoSites implements AsyncDisposable {
  readonly embedded: CommandSite;
  readonly shared: CommandSite;
  readonly parts: SharedParts;
  readonly #cleanUp: AsyncDisposableStack;
  readonly #startedAt = new Date().toISOString();
  readonly #seeded = new Set<string>();

  private constructor(embedded: CommandSite, shared: CommandSite, parts: SharedParts, cleanUp: AsyncDisposableStack) {
    this.embedded = embedded;
    this.shared = shared;
    this.parts = parts;
    this.#cleanUp = cleanUp;
  }

  /** @param program of `redis-server` */
  static async open(program: string): Promise<TwoSites> {
    const cleanUp = new AsyncDisposableStack();
    const newFolder = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'potluck-commands-'));
      cleanUp.defer(() => rm(folder, { recursive: true }));
      return folder;
    };
    const eventStore = await FakeEventStoreDb.start();
    cleanUp.defer(() => eventStore.stop());
    const redis = await startRedis(program);
    cleanUp.defer(() => redis.remove());
    const accounts = await withoutAccounts();
    const urls = { EVENTSTORE_URL: eventStore.connectionString, REDIS_URL: redis.url };
    const embedded = new CommandSite(await newFolder(), { ...accounts });
    const shared = new CommandSite(await newFolder(), { ...accounts, ...urls });
    for (const site of [embedded, shared]) cleanUp.defer(() => site.stopServer());
    return new TwoSites(embedded, shared, { eventStore, redis }, cleanUp);
  }

  /** A simulated history in the embedded log, exported from there and imported into EventStoreDB. */
  async seed(events: number): Promise<void> {
    const file = join(this.embedded.folder, 'seed.ndjson');
    await this.embedded.lines('simulate', '--events', String(events));
    await this.embedded.lines('log', 'export', file);
    await this.shared.lines('log', 'import', file);
    for (const site of [this.embedded, this.shared]) await site.readPositions();
    for (const line of await this.embedded.lines('--json', 'audit', 'events', '--limit', '100000')) {
      for (const [id] of line.matchAll(uuid)) this.#seeded.add(id);
    }
  }

  /**
   * Runs a command on both, and asserts that an operator sees the same: but for what belongs to the installation, such as
   * its folder, positions (those of the embedded log count), and the ids and times of what this test has recorded.
   */
  async run(...args: readonly string[]): Promise<CommandResult> {
    const embedded = await this.embedded.run(...args);
    const shared = await this.shared.run(...args);
    const expected = this.#comparable(this.embedded, embedded);
    if (!isDeepStrictEqual(this.#comparable(this.shared, shared), expected)) await this.shared.readPositions();
    expect(this.#comparable(this.shared, shared), args.join(' ')).toEqual(expected);
    return embedded;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cleanUp.disposeAsync();
  }

  #comparable(site: CommandSite, { code, out, err }: CommandResult): Pick<CommandResult, 'code' | 'out' | 'err'> {
    const numbers = new Map(site === this.shared ? site.positions.map((one, index) => [one, String(index + 1)]) : []);
    const plain = (line: string): string =>
      line
        .replaceAll(site.folder, 'FOLDER')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (time < this.#startedAt ? time : 'NOW'))
        .replace(/\bpotluck\/[0-9a-f]{16}\b/g, 'LOG')
        .replace(uuid, (id) => (this.#seeded.has(id) ? id : 'ID'))
        .replace(/(?<![\w.:-])\d+(?![\w-]|\.\d)/g, (number) => numbers.get(number) ?? number)
        .replace(/ +/g, ' ');
    return { code, out: out.map(plain), err: err.map(plain) };
  }
}
