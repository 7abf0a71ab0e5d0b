import type { Revision } from '../../../server/core/contracts/shared.ts';

/** A document of one stream, with the revision of the stream that it includes. */
export interface Versioned {
  readonly revision: Revision;
}

/** A pushed change of a document. Its values are absolute: they hold wherever between `from` and `revision` it is applied. */
export interface Pushed {
  readonly from: Revision;
  readonly revision: string;
}

/** A change of the user's that is not known to be in the document yet. */
export interface PendingChange<Change> {
  readonly change: Change;
  /** Once the server has answered: the revision that includes the change. */
  readonly answeredAt?: Revision | undefined;
}

/**
 * Null is before the first revision. Others are decimal strings, compared without conversion to a number, which would lose
 * digits.
 */
export const includes = ({ revision }: Versioned, other: Revision): boolean =>
  other === null ||
  (revision !== null && (revision.length === other.length ? revision >= other : revision.length > other.length));

/**
 * Apply what is next, drop what is known, and fetch the document again on a gap. A server from before revisions pushes
 * none: during an upgrade, that is a gap, too.
 */
export function standingOf(document: Versioned, pushed: Partial<Pushed>): 'next' | 'known' | 'gap' {
  if (pushed.revision === undefined || pushed.from === undefined) return 'gap';
  if (includes(document, pushed.revision)) return 'known';
  return includes(document, pushed.from) ? 'next' : 'gap';
}

/**
 * The changes to lay over the document, oldest first. An answer is never folded into the document: its change stays laid
 * over until the document has reached its revision.
 */
export const stillPending = <Change>(document: Versioned, changes: readonly PendingChange<Change>[]): Change[] =>
  changes
    .filter(({ answeredAt }) => answeredAt === undefined || !includes(document, answeredAt))
    .map(({ change }) => change);
