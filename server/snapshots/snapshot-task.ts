/** The snapshots that a process makes. */
export interface SnapshotTask {
  /** The file of the log. */
  readonly log: string;
  /** Folder of the snapshots. */
  readonly folder: string;
  /** Names of the projections. */
  readonly projections: readonly string[];
  /** High while a start waits for the snapshots. */
  readonly priority: 'high' | 'low';
}

export type FromSnapshotProcess =
  | { readonly kind: 'warning'; readonly details: object; readonly message: string }
  | { readonly kind: 'made' }
  | { readonly kind: 'failed'; readonly reason: string };
