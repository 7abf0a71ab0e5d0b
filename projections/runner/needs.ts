import { upcast } from '../../server/core/domain/event-versions.ts';
import type { Need, ProjectedEvent, Projection } from '../definitions/projection.ts';
import type { IndexEntry, ReadModel } from '../read-models/read-model-store.ts';
import type { BatchWorkspace, EventRanges } from './batch-workspace.ts';
import type { StoredRange } from './index-changes.ts';

type RangeNeed = Extract<Need, { kind: 'range' }>;

/** What the events of a batch need, loaded. */
export interface LoadedNeeds {
  /** Upcast to their current version, up to the first that failed. */
  readonly events: readonly ProjectedEvent[];
  /**
   * The current ranges of an event, including changes by earlier events of the batch; undefined when the loaded part is too
   * short to tell: commit, and load again.
   * @throws what the projection's `needs` threw on this event, and NewerRelease
   */
  rangesOf(eventIndex: number): EventRanges | undefined;
}

const noRanges: EventRanges = new Map();

/** Loads all documents that the events need into the workspace, unless it has them: one load for each collection. */
export async function loadNeeds(
  definition: Projection,
  model: ReadModel,
  workspace: BatchWorkspace,
  events: readonly ProjectedEvent[],
): Promise<LoadedNeeds> {
  const documents = new MissingDocuments(workspace);
  const ranges = new Map<number, RangeNeed[]>();
  const current: ProjectedEvent[] = [];
  let failure: { readonly eventIndex: number; readonly cause: unknown } | undefined;
  for (const [eventIndex, recorded] of events.entries()) {
    try {
      const event = upcast(definition.events, recorded);
      current.push(event);
      for (const need of definition.needs(event)) {
        if (need.kind === 'document') documents.add(need.collection, need.id);
        else if (!ranges.get(eventIndex)?.push(need)) ranges.set(eventIndex, [need]);
      }
    } catch (cause) {
      failure = { eventIndex, cause };
      break;
    }
  }
  const stored = ranges.size > 0 ? await readRanges(model, [...ranges.values()].flat()) : undefined;
  for (const { need, entries } of stored?.values() ?? []) {
    for (const { member } of entries) documents.add(need.collection, member);
  }
  if (documents.any) await documents.load(model);

  return {
    events: current,
    rangesOf: (eventIndex) => {
      if (failure?.eventIndex === eventIndex) throw failure.cause;
      const needed = ranges.get(eventIndex);
      return needed === undefined || stored === undefined ? noRanges : currentRanges(needed, stored, workspace);
    },
  };
}

class MissingDocuments {
  readonly #workspace: BatchWorkspace;
  readonly #ids = new Map<string, Set<string>>();

  constructor(workspace: BatchWorkspace) {
    this.#workspace = workspace;
  }

  get any(): boolean {
    return this.#ids.size > 0;
  }

  add(collection: string, id: string): void {
    if (this.#workspace.knows(collection, id)) return;
    const ids = this.#ids.get(collection);
    if (ids === undefined) this.#ids.set(collection, new Set([id]));
    else ids.add(id);
  }

  async load(model: ReadModel): Promise<void> {
    await Promise.all(
      [...this.#ids].map(async ([collection, wanted]) => {
        const ids = [...wanted];
        const values = await model.load(collection, ids);
        for (const [n, id] of ids.entries()) this.#workspace.learn(collection, id, values[n]);
      }),
    );
  }
}

interface ReadRange extends StoredRange {
  readonly need: RangeNeed;
}

const keyOf = ({ index, direction }: RangeNeed): string => `${direction} ${index}`;

/** Reads each range once, up to the highest limit that an event needs. */
async function readRanges(model: ReadModel, needs: readonly RangeNeed[]): Promise<Map<string, ReadRange>> {
  const longest = new Map<string, RangeNeed>();
  for (const need of needs) {
    if (need.limit > (longest.get(keyOf(need))?.limit ?? 0)) longest.set(keyOf(need), need);
  }
  const read = await Promise.all(
    [...longest].map(async ([key, need]): Promise<[string, ReadRange]> => {
      const { index, direction, limit } = need;
      const entries = await model.range(index, { direction, limit });
      return [key, { need, entries, complete: entries.length < limit }];
    }),
  );
  return new Map(read);
}

function currentRanges(
  needs: readonly RangeNeed[],
  stored: ReadonlyMap<string, ReadRange>,
  workspace: BatchWorkspace,
): EventRanges | undefined {
  const current = new Map<string, readonly IndexEntry[]>();
  for (const need of needs) {
    const { index, direction, limit, collection } = need;
    const range = stored.get(keyOf(need));
    const changes = workspace.changesOf(index);
    const entries = range && (changes ? changes.applyTo(range, direction, limit) : range.entries.slice(0, limit));
    if (!entries?.every(({ member }) => workspace.knows(collection, member))) return undefined;
    current.set(index, entries);
  }
  return current;
}
