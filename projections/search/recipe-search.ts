import type { RecipeEvent } from '../../server/core/domain/recipe/events.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import { idOf, type Projected, type Projection } from '../definitions/projection.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import type { Snapshot } from '../read-models/memory/snapshot-format.ts';
import type { ProjectionStatus } from '../runner/projection-status.ts';
import { type Projections, startProjections } from '../runner/start-projections.ts';
import { RecipeIndex, type Searchable } from './recipe-index.ts';
import { searched, searchedRecipes } from './searched-recipes.ts';

/**
 * An index of all recipes in this process, regardless of the read-model store: every process that serves searches
 * builds its own from the log at start.
 */
export class RecipeSearch {
  /** The projection that its snapshots hold. */
  readonly projection = searchedRecipes;
  readonly #log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly #logger: Logger;
  readonly #onLogReplaced: () => void;
  #index = new RecipeIndex();
  /** Holds only the checkpoint. */
  readonly #store = new MemoryReadModels();
  /**
   * The one projection that is not pure: it updates the index instead of writing documents, which would take twice the
   * memory. It uses the runner for the checkpoint, retries and waits. Retries are safe, because indexing an event is
   * idempotent. No store keeps it: each start rebuilds it, so its version never changes.
   */
  readonly #indexing: Projection<Projected<RecipeEvent>> = {
    name: 'recipe-index',
    version: 1,
    events: searchedRecipes.events,
    fold: (event) => {
      const id = idOf(event);
      if (event.type === 'RecipeWithdrawn') this.#index.remove(id);
      else this.#index.put(id, event.data);
    },
  };
  readonly #model = this.#store.open(this.#indexing);
  #projections: Projections | undefined;

  /** @param onLogReplaced called when the log turns out to be another one, such as an older backup */
  constructor(log: Pick<EventLog, 'subscribe' | 'head'>, logger: Logger, onLogReplaced: () => void = () => {}) {
    this.#log = log;
    this.#logger = logger;
    this.#onLogReplaced = onLogReplaced;
  }

  /** Loads the recipes of a snapshot, in log order, because later ones rank as newer. Call it before `start`. */
  restore({ head, parts }: Snapshot): void {
    const recipes = parts.filter(({ collection }) => collection === searched).flatMap(({ items }) => items);
    for (const { id, stored } of recipes.sort((a, b) => Number(a.number - b.number))) {
      const recipe: Searchable = JSON.parse(stored.text);
      this.#index.put(id, recipe);
    }
    this.#model.restore({ head, parts: [] });
  }

  /** Starts to follow the log. */
  start(): void {
    const [log, store, logger] = [this.#log, this.#store, this.#logger];
    const onCleared = () => {
      this.#index = new RecipeIndex();
      this.#onLogReplaced();
    };
    this.#projections ??= startProjections({ log, store, definitions: [this.#indexing], logger, onCleared });
  }

  /** Ids, best first: of recipes whose title begins with the query; if there are none, by words. */
  find(query: string): string[] {
    return this.#index.find(query);
  }

  position(): Promise<bigint | undefined> {
    return this.#model.position();
  }

  /** Resolves true once everything up to this log position is searchable, false after `timeoutMs`. */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    return this.#model.waitFor(position, timeoutMs);
  }

  status(): ProjectionStatus[] {
    return this.#projections?.status() ?? [];
  }

  /** True once everything in the log is searchable; false after `timeoutMs`. */
  async waitUntilCaughtUp(timeoutMs: number): Promise<boolean> {
    return this.#projections?.waitUntilCaughtUp(timeoutMs) ?? false;
  }

  async stop(): Promise<void> {
    await this.#projections?.stop();
    await this.#store.close();
  }
}
