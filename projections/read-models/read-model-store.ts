/**
 * The read-model port: documents by collection and id, sorted indexes, and a checkpoint, one set per projection.
 * Adapters: `memory/` and `redis/`; `tests/contracts/read-model-store.ts` is the suite that both must pass.
 */
import type { ReadModelContents } from './contents.ts';
import type { StoredDocument } from './stored-document.ts';

export type { StoredDocument };

export interface ProjectionKey {
  readonly name: string;
  /** Part of every key, so that a new version is built beside the old one (blue/green). */
  readonly version: number;
  /**
   * One of the generations that rebuilds make, side by side, under the same version. Undefined for the first one; for
   * `ReadModelStore.open`, undefined is the one that is live.
   */
  readonly generation?: string | undefined;
}

/** A generation that a rebuild makes. */
export interface GenerationKey extends ProjectionKey {
  readonly generation: string;
}

/** Identifies a projection and its version in keys, files and messages: `recipes@1`, or `recipes@1+{generation}`. */
export const versionedName = ({ name, version, generation }: ProjectionKey): string =>
  generation === undefined ? `${name}@${version}` : `${name}@${version}+${generation}`;

/** Sorted by `score`, equal scores by `member` (by UTF-8 bytes). Scores are safe integers (|score| ≤ 2^53 - 1). */
export interface IndexEntry {
  readonly member: string;
  readonly score: number;
}

/** @throws RangeError for a score that an index cannot keep exactly */
export function assertScore(score: number): void {
  if (!Number.isSafeInteger(score)) throw new RangeError(`An index score must be a safe integer, not ${score}`);
}

export interface RangeOptions {
  /** Only entries after this one in `direction`; it need not exist any more. */
  readonly after?: IndexEntry;
  readonly limit: number;
  readonly direction: 'ascending' | 'descending';
}

export type Write =
  | {
      readonly kind: 'put';
      readonly collection: string;
      readonly id: string;
      readonly value: object;
      readonly position: bigint;
    }
  | { readonly kind: 'remove'; readonly collection: string; readonly id: string }
  | { readonly kind: 'index'; readonly index: string; readonly member: string; readonly score: number }
  | { readonly kind: 'unindex'; readonly index: string; readonly member: string }
  | { readonly kind: 'dropIndex'; readonly index: string };

/**
 * Reads what one projection has built.
 * Any call may reject with ReadModelUnavailable, except `waitFor`, which keeps waiting while the store is unavailable.
 */
export interface ReadModelReader {
  /** Undefined when there is no such document. */
  get(collection: string, id: string): Promise<StoredDocument | undefined>;
  /** In the order of the ids; undefined for each missing document. */
  getMany(collection: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]>;
  /** In `direction`; empty when there is no such index. */
  range(index: string, options: RangeOptions): Promise<IndexEntry[]>;
  /** The score of each member; undefined for members not in the index. */
  scores(index: string, members: readonly string[]): Promise<(number | undefined)[]>;
  /** The model holds everything up to this log position; undefined before the first commit. */
  position(): Promise<bigint | undefined>;
  /** The position, and whether the model is stale there. */
  progress(): Promise<Progress>;
  /** Both `get` and `progress`, of the same moment. */
  getWithProgress(collection: string, id: string): Promise<DocumentWithProgress>;
  /** Resolves true once the model has reached `position`, false after `timeoutMs`. */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean>;
}

export interface Progress {
  /** See `ReadModelReader.position`. */
  readonly position: bigint | undefined;
  /** Undefined while the projection goes on. */
  readonly stale: Stale | undefined;
}

export interface DocumentWithProgress {
  readonly document: StoredDocument | undefined;
  readonly progress: Progress;
}

/** Why a read model is stale. */
export interface Stale {
  /** ISO 8601: the model lacks what was recorded at that time or later. */
  readonly since: string;
  /** Position of the event that cannot be folded; undefined when an operator has paused the projection. */
  readonly failedEvent: bigint | undefined;
}

/** The position up to which a projection has committed. */
export interface Checkpoint {
  readonly position: bigint;
  /** Id of the event at `position`, which differs in another log; undefined when it was not recorded. */
  readonly eventId: string | undefined;
}

/** The projection runner's side of a read model. */
export interface ReadModel extends ReadModelReader {
  /** The position of the checkpoint. */
  checkpoint(): Promise<bigint | undefined>;
  /** The checkpoint, for others than the runner. */
  committed(): Promise<Checkpoint | undefined>;
  /** The checkpoint to continue from; commits are to the generation that is live now. First completes an interrupted `clear`. */
  resume(): Promise<Checkpoint | undefined>;
  /**
   * Call it when `resume` finds no checkpoint: `ReadModelStore.serve` refuses to read the model until it has reached
   * `target`, or is stale. Takes effect with the first commit.
   */
  beginBuild(target: bigint): void;
  /**
   * Records that the model is stale at this checkpoint, until the next commit. One that is empty there is not served.
   * @param position of the checkpoint
   */
  markStale(position: bigint, stale: Stale): Promise<void>;
  /** Parsed documents for folding. Treat them as frozen. */
  load(collection: string, ids: readonly string[]): Promise<(object | undefined)[]>;
  /**
   * Applies all writes in order, or none, and moves the checkpoint from `expected` to `next`.
   * @param eventId id of the event at `next`
   * @throws CheckpointConflict when the checkpoint is not `expected`: another runner is active
   * @throws GenerationReplaced when another generation is live since `resume`
   * @throws ReadModelUnavailable also when the outcome is unknown; the checkpoint then shows whether it was applied
   */
  commit(expected: bigint | undefined, next: bigint, writes: readonly Write[], eventId?: string): Promise<void>;
  /**
   * Removes all documents, indexes and the checkpoint. The next `resume()` completes an interrupted removal.
   * @throws CheckpointConflict when the checkpoint is not `expected`: another runner is active
   */
  clear(expected: bigint | undefined): Promise<void>;
  readonly local?: LocalReadModel;
  readonly contents: ReadModelContents;
}

/**
 * Synchronous folding, offered by a store in this process. Readers see each write at once, so there must be no `await`
 * between `begin` and `end`.
 */
export interface LocalReadModel {
  /** @throws CheckpointConflict when the checkpoint is not `expected`: another runner is active */
  begin(expected: bigint | undefined): void;
  document(collection: string, id: string): object | undefined;
  range(index: string, options: RangeOptions): IndexEntry[];
  apply(write: Write): void;
  /** Moves the checkpoint, which commits the applied writes. */
  end(next: bigint, eventId: string | undefined): void;
}

export interface ReadModelStore {
  /** The given generation of a projection; without one, the generation that is live at each call. */
  open(projection: ProjectionKey): ReadModel;
  /**
   * The live generation, for requests: each read but `waitFor` throws ReadModelNotBuilt while the model has less than this
   * process has seen in it, because its store has lost data, or while it is built from nothing.
   */
  serve(projection: ProjectionKey): ReadModelReader;
  /** The generation that readers get; undefined for the first one. @throws ReadModelUnavailable */
  liveGeneration(projection: ProjectionKey): Promise<string | undefined>;
  /**
   * Gives this generation to all readers, on every node at once, if both are at the same position. So no read returns
   * an older state than one before it, and the follower of the live generation continues with the next event.
   * @returns whether it is live now
   * @throws ReadModelUnavailable also when the outcome is unknown
   */
  switchTo(projection: GenerationKey): Promise<boolean>;
  /** Removes the generations of this version but the live one and `kept`. @throws ReadModelUnavailable */
  removeOthers(projection: ProjectionKey, kept: string | undefined): Promise<void>;
  /** Rejects when the store does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export class CheckpointConflict extends Error {
  readonly code = 'CHECKPOINT_CONFLICT';
  /** Whether the store has lost data: no runner moves a checkpoint backwards. */
  readonly isLoss: boolean;
  constructor(projection: ProjectionKey, expected: bigint | undefined, actual: bigint | undefined) {
    super(
      `Projection ${versionedName(projection)} is at ${actual ?? 'nothing'}, expected ${expected ?? 'nothing'}: another runner is at work`,
    );
    this.name = 'CheckpointConflict';
    this.isLoss = expected !== undefined && (actual === undefined || actual < expected);
  }
}

/** Another generation is live since `resume`: continue from its checkpoint. */
export class GenerationReplaced extends CheckpointConflict {
  constructor(projection: ProjectionKey, expected: bigint | undefined) {
    super(projection, expected, undefined);
    this.name = 'GenerationReplaced';
    this.message = `Projection ${versionedName(projection)} has been rebuilt, and another generation is live`;
  }
}

/** The store does not respond; the call may be retried. */
export class ReadModelUnavailable extends Error {
  readonly code: string = 'READ_MODEL_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadModelUnavailable';
  }
}

/** The store has lost this read model, or a part of it, and it is not built again yet. */
export class ReadModelNotBuilt extends ReadModelUnavailable {
  override readonly code = 'READ_MODEL_NOT_BUILT';
  constructor({ name }: Pick<ProjectionKey, 'name'>, options?: ErrorOptions) {
    super(`The read model ${name} is being built`, options);
    this.name = 'ReadModelNotBuilt';
  }
}
