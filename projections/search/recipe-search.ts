import type { RecipeEvent } from '../../server/core/domain/recipe/events.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { idOf, type Projected, type Projection } from '../definitions/projection.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import type { Snapshot } from '../read-models/memory/snapshot-format.ts';
import type { ProjectionLogger } from '../runner/projection-follower.ts';
import type { ProjectionStatus } from '../runner/projection-status.ts';
import { type Projections, startProjections } from '../runner/start-projections.ts';
import { RecipeIndex, type Searchable } from './recipe-index.ts';
import { searched, searchedRecipes } from './searched-recipes.ts';

/**
 * An index of all recipes in this process, wherever the read models are: every process that answers searches keeps its
 * own, and makes it from the log when it starts.
 */
export class RecipeSearch {
  /** What its snapshots hold. */
  readonly projection = searchedRecipes;
  readonly #log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly #logger: ProjectionLogger;
  readonly #onLogReplaced: () => void;
  #index = new RecipeIndex();
  /** Of checkpoints alone. */
  readonly #store = new MemoryReadModels();
  /**
   * The one projection that is not pure: it changes the index instead of writing documents, so that those are not in memory
   * besides. It borrows the runner for its checkpoint, failures and waiting, and is tried again without harm, as an event that
   * is indexed twice is so once. No store keeps anything of it: each start makes it anew, and its version never has to change.
   */
  readonly #indexing: Projection<Projected<RecipeEvent>> = {
    name: 'recipe-index',
    version: 1,
    events: searchedRecipes.events,
    needs: () => [],
    fold: (event) => {
      const id = idOf(event);
      if (event.type === 'RecipeWithdrawn') this.#index.remove(id);
      else this.#index.put(id, event.data);
    },
  };
  readonly #model = this.#store.open(this.#indexing);
  #following: Projections | undefined;

  /** @param onLogReplaced called when the log turned out to be another one, such as an older backup */
  constructor(
    log: Pick<EventLog, 'subscribe' | 'head'>,
    logger: ProjectionLogger,
    onLogReplaced: () => void = () => {},
  ) {
    this.#log = log;
    this.#logger = logger;
    this.#onLogReplaced = onLogReplaced;
  }

  /** Begins with the recipes of a snapshot, before `start`: those that were written last are the newest, as in the log. */
  restore({ head, parts }: Snapshot): void {
    const recipes = parts.filter(({ collection }) => collection === searched).flatMap(({ items }) => items);
    for (const { id, stored } of recipes.sort((a, b) => Number(a.number - b.number))) {
      const recipe: Searchable = JSON.parse(stored.text);
      this.#index.put(id, recipe);
    }
    this.#model.restore({ head, parts: [] });
  }

  /** Begins to follow the log. */
  start(): void {
    const [log, store, logger] = [this.#log, this.#store, this.#logger];
    const onCleared = () => {
      this.#index = new RecipeIndex();
      this.#onLogReplaced();
    };
    this.#following ??= startProjections({ log, store, definitions: [this.#indexing], logger, onCleared });
  }

  /** Ids, best first; of recipes whose title begins with the query, else of those that have its words. */
  find(query: string): string[] {
    return this.#index.find(query);
  }

  position(): Promise<bigint | undefined> {
    return this.#model.position();
  }

  /** Resolves true once everything up to this log position can be found, false when `timeoutMs` have passed first. */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    return this.#model.waitFor(position, timeoutMs);
  }

  status(): ProjectionStatus[] {
    return this.#following?.status() ?? [];
  }

  /** True once everything in the log can be found; false after `timeoutMs`. */
  async caughtUp(timeoutMs: number): Promise<boolean> {
    return this.#following?.caughtUp(timeoutMs) ?? false;
  }

  async stop(): Promise<void> {
    await this.#following?.stop();
    await this.#store.close();
  }
}
