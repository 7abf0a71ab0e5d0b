/** An installation of Potluck on EventStoreDB and Redis, with users who write all the time, for tests that disturb it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedisReadModels } from '../../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../../projections/read-models/redis/redis-url.ts';
import type { EventLog } from '../../../server/core/event-log.ts';
import { withTimeout } from '../../../server/core/timing/with-timeout.ts';
import { openEventStoreDb } from '../../../server/event-log/eventstoredb/open-event-store-db.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';
import { until } from '../until.ts';
import { sendRequest, type Write } from '../writing.ts';
import { openAccounts } from './accounts.ts';
import { EventStoreProcess } from './event-store-process.ts';
import { Load } from './load.ts';
import { LogAudit } from './log-audit.ts';
import { ServerProcess } from './server-process.ts';

export interface SiteOptions {
  /** Of `redis-server`. */
  readonly redisProgram: string;
  /** The services of each process, by its name. */
  readonly processes: Readonly<Record<string, string>>;
  readonly users: number;
  /** Between two changes of a user. */
  readonly paceMs: number;
  /** The length of a simulated history that the log begins with. */
  readonly events?: number;
  /** A real EventStoreDB. Default: one for this site. */
  readonly eventStoreUrl?: string | undefined;
}

/** Longer than any bound: a test then says how long it took. */
const recoveryTimeoutMs = 120_000;
const probeTimeoutMs = 2_000;
const pollMs = 50;

export class Site implements AsyncDisposable {
  readonly processes: readonly ServerProcess[];
  readonly redis: RedisServer;
  /** Undefined for a real one, which a test cannot disturb. */
  readonly eventStore: EventStoreProcess | undefined;
  readonly log: EventLog;
  readonly audit: LogAudit;
  readonly load: Load;
  /** For commands of operators. */
  readonly env: Readonly<Record<string, string>>;
  readonly #cleanUp: AsyncDisposableStack;

  private constructor(
    parts: Omit<Site, 'nodes' | 'recoveredAfter' | typeof Symbol.asyncDispose>,
    cleanUp: AsyncDisposableStack,
  ) {
    this.processes = parts.processes;
    this.redis = parts.redis;
    this.eventStore = parts.eventStore;
    this.log = parts.log;
    this.audit = parts.audit;
    this.load = parts.load;
    this.env = parts.env;
    this.#cleanUp = cleanUp;
  }

  static async open({ redisProgram, processes: services, users, paceMs, ...options }: SiteOptions): Promise<Site> {
    await using cleanUp = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'potluck-site-'));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const accounts = cleanUp.adopt(await openAccounts(), (opened) => opened.close());
    const redis = cleanUp.adopt(await startRedis(redisProgram), (started) => started.remove());
    const { eventStoreUrl } = options;
    const eventStore = eventStoreUrl === undefined ? await EventStoreProcess.start(options.events) : undefined;
    cleanUp.defer(async () => eventStore?.close());
    const url = eventStore?.connectionString ?? eventStoreUrl ?? '';
    const env = {
      ...{ SEED_SAMPLES: 'false', RATE_LIMIT: '1000000', PUBLISH_LIMIT: '100000' },
      FIREBASE_AUTH_EMULATOR_HOST: accounts.host,
    };
    // One host without TLS: its certificate would not be for a proxy.
    const disturbable = /^esdb:\/\/[^,]+tls=false/.test(url);
    const starting = Object.entries(services).map(([name, roles]) =>
      ServerProcess.start({
        ...{ name, services: roles, redisPort: redis.port, eventStore: { url, disturbable } },
        env: { ...env, DATA_DIR: join(folder, name) },
      }),
    );
    const started = await Promise.allSettled(starting);
    const processes = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    for (const process of processes) cleanUp.defer(() => process.close());
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    const log = cleanUp.adopt(await openEventStoreDb({ connectionString: url }), (opened) => opened.close());
    const store = await openRedisReadModels(parseRedisUrl(redis.url));
    cleanUp.defer(() => store.close());
    const audit = new LogAudit(log, store, await log.head());
    // Not those of an earlier run on the same log.
    const names = Array.from({ length: users }, () => `user-${randomUUID()}`);
    const load = new Load({
      ...{ users: names, paceMs },
      connections: () => processes.filter(({ isApi }) => isApi).map(({ connection }) => connection),
      onAcknowledged: (write) => audit.acknowledged.add(write),
    });
    cleanUp.defer(() => load.stop());
    const commands = { ...env, DATA_DIR: join(folder, 'commands'), EVENTSTORE_URL: url, REDIS_URL: redis.url };
    return new Site({ processes, redis, eventStore, log, audit, load, env: commands }, cleanUp.move());
  }

  get nodes(): readonly ServerProcess[] {
    return this.processes.filter(({ isApi }) => isApi);
  }

  /**
   * Waits until every process is ready, and every node acknowledges a change that every node then shows.
   * @param since as of `performance.now()`
   * @param absent a process that is still disturbed
   * @returns ms
   */
  async recoveredAfter(since: number, absent?: ServerProcess): Promise<number> {
    const nodes = this.nodes.filter((node) => node !== absent);
    const others = this.processes.filter((one) => one !== absent);
    for (const node of nodes) {
      const write: Write = {
        ...{ user: 'probe', method: 'POST', path: '/api/community', key: randomUUID(), events: ['PostPublished'] },
        body: { title: 'Probe', content: 'Is it there?' },
      };
      let id = '';
      const publish = async () => {
        const { status, body } = await this.#send(node, write);
        if (status === 201) ({ id } = JSON.parse(body));
        return status === 201;
      };
      await until(publish, recoveryTimeoutMs, pollMs);
      this.audit.acknowledged.add(write);
      const isShown = async (by: ServerProcess) => {
        const { status } = await this.#send(by, { user: 'probe', method: 'GET', path: `/api/community/${id}` });
        return status === 200;
      };
      for (const by of nodes) await until(() => isShown(by), recoveryTimeoutMs, pollMs);
    }
    const areReady = async () => (await Promise.all(others.map((one) => one.isReady()))).every(Boolean);
    await until(areReady, recoveryTimeoutMs, pollMs).catch(async (error: unknown) => {
      const outputs = others.map(({ name, output }) => `${name}: ${output.slice(-2_000)}`);
      throw new Error(`Not all processes are ready again:\n${outputs.join('\n')}`, { cause: error });
    });
    return performance.now() - since;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cleanUp.disposeAsync();
  }

  /** Status 0 if there is no answer, also if it takes long: an old connection may be dead. */
  async #send({ connection }: ServerProcess, request: Parameters<typeof sendRequest>[1]) {
    return withTimeout(sendRequest(connection, request), probeTimeoutMs).catch(() => ({ status: 0, body: '' }));
  }
}
