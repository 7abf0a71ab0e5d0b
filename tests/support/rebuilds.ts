/** A log with a projection, operators' decisions about it, and any number of nodes that run it on stores of one kind. */
import { expect, onTestFinished } from 'vitest';
import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { ReadModelStore, Write } from '../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { keepRebuilds } from '../../projections/rebuild/keep-rebuilds.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { verifyReadModels } from '../../projections/verify/verify-read-models.ts';
import { upcast } from '../../server/core/domain/event-versions.ts';
import {
  type ProjectionControlCommand,
  type ProjectionControlState,
  projectionControl,
} from '../../server/core/domain/projection-control/decider.ts';
import { lastRebuild, type RebuildCommand } from '../../server/core/domain/projection-control/rebuilds.ts';
import type { EventLog, JsonObject, SubscribeOptions, SubscriptionBatch } from '../../server/core/event-log.ts';
import { dishProjection } from './dish-projection.ts';
import { append, ids } from './dish-runners.ts';
import { MemoryEventLog } from './memory-event-log.ts';
import { QuietLogger } from './quiet-logger.ts';
import { startRedis } from './redis-server.ts';

const delays = { firstMs: 5, maxUnavailableMs: 20, maxFailingMs: 20, standbyMs: 50 };
const stream = `projection-${dishProjection.name}`;
export const { version } = dishProjection;

/** Opens the store of one test: in memory always the same, in Redis a new connection. */
export type OpenStore = () => Promise<ReadModelStore>;

export async function openInMemory(): Promise<OpenStore> {
  const store = new MemoryReadModels();
  return async () => store;
}

export const openInRedis = (program: string) => async (): Promise<OpenStore> => {
  const server = await startRedis(program, ['--appendonly', 'no']);
  onTestFinished(() => server.remove());
  return async () => {
    const store = await openRedisReadModels(parseRedisUrl(server.url));
    onTestFinished(() => store.close());
    return store;
  };
};

type FollowedLog = Pick<EventLog, 'subscribe' | 'head'>;

/** The log with batches that a test holds back. */
export const heldBack = (
  log: FollowedLog,
  hold: (batch: SubscriptionBatch, options: SubscribeOptions) => Promise<unknown> | undefined,
): FollowedLog => ({
  head: () => log.head(),
  async *subscribe(options) {
    for await (const batch of log.subscribe(options)) {
      await hold(batch, options);
      yield batch;
    }
  },
});

/** Runs the projection until the test is finished. */
export class Node {
  readonly store: ReadModelStore;
  readonly controls: ProjectionControls;
  readonly applied: Applied[] = [];
  readonly logger = new QuietLogger();
  readonly #stops: (() => Promise<void>)[];
  readonly rebuilds: ReturnType<typeof keepRebuilds>;
  readonly projections: ReturnType<typeof startProjections>;

  private constructor(
    kitchen: RebuiltKitchen,
    log: FollowedLog,
    store: ReadModelStore,
    controls: ProjectionControls,
    of: Projection,
  ) {
    this.store = store;
    this.controls = controls;
    const { logger } = this;
    const common = { log, store, definitions: [of], controls, logger, delays };
    this.projections = startProjections({ ...common, onApplied: (applied) => void this.applied.push(applied) });
    const record = async (_: string, command: RebuildCommand) => {
      await kitchen.decide(command);
      return lastRebuild((await kitchen.decisions()).rebuilds, version)?.state === 'running';
    };
    this.rebuilds = keepRebuilds({ ...common, record, keepReplacedMs: 50 });
    this.#stops = [() => this.rebuilds.stop(), () => this.projections.stop(), () => controls.stop()];
  }

  /** @param log as this node sees it */
  static async start(
    kitchen: RebuiltKitchen,
    store: ReadModelStore,
    of: Projection = dishProjection,
    log: FollowedLog = kitchen.log,
  ): Promise<Node> {
    const controls = await ProjectionControls.read(kitchen.log, [dishProjection.name]);
    controls.follow(log, await kitchen.log.head(), new QuietLogger());
    const node = new Node(kitchen, log, store, controls, of);
    onTestFinished(() => node.stop());
    return node;
  }

  get model() {
    return this.store.open(dishProjection);
  }

  /** Positions of the events that listeners have received. */
  get published(): bigint[] {
    return this.applied.flatMap(({ events }) => events.map(({ position }) => position));
  }

  get rebuild() {
    return this.rebuilds.status()[0];
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) await stop();
  }
}

export class RebuiltKitchen {
  readonly log = new MemoryEventLog({ batchSize: 100 });
  readonly positions: bigint[] = [];
  #served = 0;

  serve(count = 1): bigint {
    let position = 0n;
    for (let n = 0; n < count; n++) {
      const dish = ids[this.#served++ % ids.length] ?? '';
      const type = this.#served % 40 === 0 ? 'DishWithdrawn' : this.#served % 3 === 0 ? 'DishServed' : 'DishLiked';
      position = append(this.log, { type, dish, cook: this.#served % 2 === 0 ? 'ann' : 'bo' });
      this.positions.push(position);
    }
    return position;
  }

  /** Appends at a rate until the test is finished or this is called. */
  serveAtRate(perSecond: number): () => void {
    const timer = setInterval(() => this.serve(), 1000 / perSecond);
    const stop = () => clearInterval(timer);
    onTestFinished(stop);
    return stop;
  }

  /** What operators have decided. */
  async decisions(): Promise<ProjectionControlState> {
    let state = projectionControl.initial();
    for await (const event of this.log.readStream(stream)) {
      state = projectionControl.evolve(state, upcast(projectionControl.events, event));
    }
    return state;
  }

  /** Records what is decided. @throws Refusal */
  async decide(command: ProjectionControlCommand): Promise<void> {
    const decided = projectionControl.decide(command, await this.decisions());
    for (const { type, data } of decided) this.log.append(stream, type, toJson(data));
  }

  request = (generation: string): Promise<void> => this.decide({ type: 'RequestRebuild', version, generation });
}

const toJson = (data: object): JsonObject => JSON.parse(JSON.stringify(data));

/** Changes that no event has caused. No runner may be at work. */
export async function plant(store: ReadModelStore, writes: readonly Write[]): Promise<void> {
  const model = store.open(dishProjection);
  const { position, eventId } = (await model.resume()) ?? expect.fail('The model is empty');
  await model.commit(position, position, writes, eventId);
}

/** The number of differences from a replay. */
export async function differencesOf({ log }: RebuiltKitchen, store: ReadModelStore): Promise<number> {
  const { signal } = new AbortController();
  const models = [{ definition: dishProjection, model: store.open(dishProjection) }];
  let differences = 0;
  for await (const finding of verifyReadModels({ log, models, signal })) {
    if (finding.kind === 'difference') differences++;
  }
  return differences;
}
