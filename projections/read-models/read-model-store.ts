/**
 * The read-model port: documents by collection and id, sorted indexes, and a checkpoint, one set per projection.
 * Adapters: `memory/` and `redis/`; `tests/contracts/read-model-store.ts` is the suite that both must pass.
 */

export interface ProjectionKey {
  readonly name: string;
  /** Part of every key, so that a new version is built beside the old one. */
  readonly version: number;
}

/** How a projection is told from others and from other versions of itself, in keys, files and messages: `recipes@1`. */
export const versionedName = ({ name, version }: ProjectionKey): string => `${name}@${version}`;

export interface StoredDocument {
  /** The document as ready-to-send JSON. */
  readonly json: string;
  /** Log position of the last event that changed it: its version, for ETags. */
  readonly position: bigint;
}

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
  /** Only entries past this one in the direction of reading (it need not exist any more). */
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
 * What one projection has built, for those who read it.
 * Every call may reject with ReadModelUnavailable, except `waitFor`: that a store is away only makes it wait.
 */
export interface ReadModelReader {
  /** Undefined for what is not there. */
  get(collection: string, id: string): Promise<StoredDocument | undefined>;
  /** In the order of the ids; undefined for each that is not there. */
  getMany(collection: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]>;
  /** In the direction of reading; empty for an index that is not there. */
  range(index: string, options: RangeOptions): Promise<IndexEntry[]>;
  /** The score of each member, undefined for what is not in the index. */
  scores(index: string, members: readonly string[]): Promise<(number | undefined)[]>;
  /** Everything up to this log position is in the model; undefined before the first commit. */
  position(): Promise<bigint | undefined>;
  /**
   * Resolves true once the model has reached `position`, false when `timeoutMs` have passed first.
   */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean>;
}

/** How far a projection has come. */
export interface Checkpoint {
  readonly position: bigint;
  /** Id of the event there, by which another log shows; undefined where it was not known. */
  readonly eventId: string | undefined;
}

/** What the projection runner needs besides, and nobody else. */
export interface ReadModel extends ReadModelReader {
  /** Its position alone. */
  checkpoint(): Promise<bigint | undefined>;
  /** Where to go on. */
  resume(): Promise<Checkpoint | undefined>;
  /** Parsed documents, for folding. Treat them as frozen. */
  load(collection: string, ids: readonly string[]): Promise<(object | undefined)[]>;
  /**
   * Writes all or nothing, in order, and moves the checkpoint from `expected` to `next`, where the event `eventId` is.
   * @throws CheckpointConflict when the checkpoint is not `expected`: another runner is at work
   * @throws ReadModelUnavailable when the outcome is unknown, too: the checkpoint tells
   */
  commit(expected: bigint | undefined, next: bigint, writes: readonly Write[], eventId?: string): Promise<void>;
  /**
   * Removes every document, index and the checkpoint. One that was cut short is finished by the next `resume()`.
   * @throws CheckpointConflict when the checkpoint is not `expected`: another runner is at work
   */
  clear(expected: bigint | undefined): Promise<void>;
  readonly local?: LocalReadModel;
}

/**
 * What a store in this process offers besides: folding without waiting. Whatever is applied is seen by readers at once,
 * so from `begin` to `end` nobody else may get a turn: no `await` in between.
 */
export interface LocalReadModel {
  /** @throws CheckpointConflict when the checkpoint is not `expected`: another runner is at work */
  begin(expected: bigint | undefined): void;
  document(collection: string, id: string): object | undefined;
  range(index: string, options: RangeOptions): IndexEntry[];
  apply(write: Write): void;
  /** Moves the checkpoint: what was applied is committed. */
  end(next: bigint, eventId: string | undefined): void;
}

export interface ReadModelStore {
  open(projection: ProjectionKey): ReadModel;
  /** Rejects when the store does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export class CheckpointConflict extends Error {
  readonly code = 'CHECKPOINT_CONFLICT';
  constructor(projection: ProjectionKey, expected: bigint | undefined, actual: bigint | undefined) {
    super(
      `Projection ${versionedName(projection)} is at ${actual ?? 'nothing'}, expected ${expected ?? 'nothing'}: another runner is at work`,
    );
    this.name = 'CheckpointConflict';
  }
}

/** The store does not answer now; the call may be made again. */
export class ReadModelUnavailable extends Error {
  readonly code = 'READ_MODEL_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadModelUnavailable';
  }
}
