/** The log that snapshots are made of. */
export type LogSource =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'eventstoredb'; readonly url: string };

/** The snapshots that a process makes. */
export interface SnapshotTask {
  readonly source: LogSource;
  /** Folder of the snapshots. */
  readonly folder: string;
  /** Names of the projections. */
  readonly projections: readonly string[];
  /** High while a start waits for the snapshots. */
  readonly priority: 'high' | 'low';
  /** Time after which it ends with snapshots of what it has read. Default: it reads to the end. */
  readonly limitMs?: number;
}

export type FromSnapshotProcess =
  | { readonly kind: 'warning'; readonly details: object; readonly message: string }
  | { readonly kind: 'made' }
  | { readonly kind: 'failed'; readonly reason: string };
