import { once } from 'node:events';
import { visibilityEvents } from '../../server/core/domain/moderation/upcast.ts';
import type { RecipeEvent } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import { backoffMs } from '../../server/core/timing/backoff.ts';
import { pause } from '../../server/core/timing/pause.ts';
import { TimedOut, withTimeout } from '../../server/core/timing/with-timeout.ts';
import { isVisibilityEvent, type OfVisibility, subjectIn } from '../definitions/hidden.ts';
import { idOf, type Projected, type Projection } from '../definitions/projection.ts';
import { recipesProjection } from '../definitions/recipes.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import { type Checkpoint, ReadModelNotBuilt, type ReadModelStore } from '../read-models/read-model-store.ts';
import { defaultDelays } from '../runner/delays.ts';
import { assertInLog } from '../runner/log-steps.ts';
import { ProjectionProgress } from '../runner/projection-progress.ts';
import type { ProjectionStatus } from '../runner/projection-status.ts';
import { type Projections, startProjections } from '../runner/start-projections.ts';
import { TimeSlice } from '../runner/time-slice.ts';
import { fillIndex, recipesCheckpoint } from './fill-index.ts';
import type { FoundRecipes, RecipeQuery } from './found-recipes.ts';
import { RecipeIndex } from './recipe-index.ts';

export interface RecipeSearchOptions {
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  /** Has the read model of recipes, whichever process builds it. */
  readonly store: Pick<ReadModelStore, 'open' | 'serve'>;
  readonly logger: Logger;
  /** Called when the log turns out to be another one, such as an older backup. */
  readonly onLogReplaced?: () => void;
}

const sliceMs = 15;
/** Between two checks whether the read model is built. */
const buildCheckMs = 100;

const indexKey = { name: 'recipe-index', version: 1 } as const;

/**
 * The one projection that is not pure: it updates the index instead of writing documents, which would take twice the
 * memory. It uses the runner for the checkpoint, retries and waits. Retries are safe, because indexing an event is
 * idempotent. No store keeps it, so its version never changes.
 */
const indexing = (index: RecipeIndex): Projection<Projected<RecipeEvent> | OfVisibility> => ({
  ...indexKey,
  events: { ...recipeEvents, ...visibilityEvents },
  fold: (event) => indexRecipe(index, event),
});

export function indexRecipe(index: RecipeIndex, event: Projected<RecipeEvent> | OfVisibility): void {
  if (isVisibilityEvent(event)) {
    const subject = subjectIn(event, ['recipe']);
    if (subject && event.type === 'ContentHidden') index.hide(subject.id);
    else if (subject) index.restore(subject.id);
    return;
  }
  const id = idOf(event);
  if (event.type === 'RecipeWithdrawn') {
    index.remove(id);
    return;
  }
  const published = { authorId: event.meta.actor, publishedAt: Date.parse(event.meta.at) };
  const before = event.type === 'RecipeRevised' ? index.publicationOf(id) : undefined;
  const isHidden = index.isHidden(id);
  index.put(id, event.data, before ?? published);
  if (isHidden) index.hide(id);
}

interface FilledIndex {
  readonly index: RecipeIndex;
  /** Up to where it has the log. */
  readonly checkpoint: Checkpoint;
}

/**
 * An index of all recipes in this process, regardless of the read-model store. It is filled from the read model of recipes,
 * and follows the log from there. So no start reads the whole log for it.
 */
export class RecipeSearch {
  readonly #options: RecipeSearchOptions;
  /** Undefined until it was filled. */
  #index: RecipeIndex | undefined;
  /** Holds only the checkpoint. */
  readonly #store = new MemoryReadModels();
  readonly #model = this.#store.open(indexKey);
  /** While no index follows the log. */
  readonly #progress = new ProjectionProgress(indexKey);
  readonly #firstFollowing = Promise.withResolvers<Projections>();
  #projections: Projections | undefined;
  #refill = new AbortController();
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: RecipeSearchOptions) {
    this.#options = options;
  }

  /** Fills the index once the read model of recipes is built, and follows the log. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Fills the index again, from a read model that was rebuilt. Searches use the previous one until then. */
  refill(): void {
    this.#refill.abort();
  }

  /**
   * Ids, best first: of recipes whose title begins with the query, then by words.
   * @throws ReadModelNotBuilt until the index is filled
   */
  find(query: string): string[] {
    if (this.#index === undefined) throw new ReadModelNotBuilt(recipesProjection);
    return this.#index.find(query);
  }

  /**
   * A page of results with filters, counts and an order.
   * @throws ReadModelNotBuilt until the index is filled
   */
  findPage(query: RecipeQuery): FoundRecipes {
    if (this.#index === undefined) throw new ReadModelNotBuilt(recipesProjection);
    return this.#index.findPage(query);
  }

  /** Resolves true once everything up to this log position is searchable, false after `timeoutMs`. */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    return this.#model.waitFor(position, timeoutMs);
  }

  status(): ProjectionStatus[] {
    if (this.#running === undefined) return [];
    return this.#projections?.status() ?? [this.#progress.status];
  }

  /** True once everything in the log is searchable; false after `timeoutMs`, or at once if the read model is not built. */
  async waitUntilCaughtUp(timeoutMs: number): Promise<boolean> {
    const startedAt = performance.now();
    try {
      await recipesCheckpoint(this.#options.store);
    } catch {
      return false;
    }
    try {
      const projections = await withTimeout(this.#firstFollowing.promise, timeoutMs, this.#stop.signal);
      return await projections.waitUntilCaughtUp(timeoutMs - (performance.now() - startedAt));
    } catch (error) {
      if (error instanceof TimedOut || this.#stop.signal.aborted) return false;
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#store.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let following: Projections | undefined;
    while (!signal.aborted) {
      this.#refill = new AbortController();
      const due = AbortSignal.any([signal, this.#refill.signal]);
      const filled = await this.#fill();
      await following?.stop();
      if (filled === undefined) return;
      following = await this.#follow(filled);
      if (!due.aborted) await once(due, 'abort');
    }
    await following?.stop();
  }

  /** Gives this index to searches, and adds later events to it. */
  async #follow({ index, checkpoint }: FilledIndex): Promise<Projections> {
    const { log, logger, onLogReplaced } = this.#options;
    await this.#model.clear(await this.#model.checkpoint());
    // While the model has no position, so that searches still wait: this index may have less than the former one.
    this.#index = index;
    await this.#model.commit(undefined, checkpoint.position, [], checkpoint.eventId);
    const onCleared = () => {
      this.#index = undefined;
      this.#projections = undefined;
      void projections.stop();
      this.refill();
      onLogReplaced?.();
    };
    const projections = startProjections({
      log,
      logger,
      onCleared,
      store: this.#store,
      definitions: [indexing(index)],
    });
    this.#projections = projections;
    this.#firstFollowing.resolve(projections);
    return projections;
  }

  /** A new index of the read model, and where it belongs in the log; undefined after a stop. Retries until it succeeds. */
  async #fill(): Promise<FilledIndex | undefined> {
    const { log, store, logger } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const index = new RecipeIndex();
      try {
        const checkpoint = await recipesCheckpoint(store);
        // Those of another log, such as a backup that was replaced, are soon built again.
        await assertInLog(log, checkpoint, signal);
        await fillIndex(index, { store, logger, signal, slice: new TimeSlice(sliceMs) });
        return { index, checkpoint };
      } catch (error) {
        if (!signal.aborted) await this.#recover(error);
      }
    }
    return undefined;
  }

  async #recover(error: unknown): Promise<void> {
    const { logger } = this.#options;
    if (error instanceof ReadModelNotBuilt) {
      this.#progress.enter('catching-up');
      return pause(buildCheckMs, this.#stop.signal);
    }
    const delayMs = backoffMs(this.#progress.failures, defaultDelays.firstMs, defaultDelays.maxUnavailableMs);
    this.#progress.failed(error);
    this.#progress.enter('failing');
    logger.warn({ err: error, projection: recipesProjection.name, delayMs }, 'The search index cannot be filled yet');
    await pause(delayMs, this.#stop.signal);
  }
}
