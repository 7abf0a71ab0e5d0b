import type { Revision } from '../../../server/core/contracts/shared.ts';

/** A document of one stream, with the revision of the stream that it includes. */
export interface Versioned {
  readonly revision: Revision;
}

/** A pushed change of a document. Its values are absolute, so it can be applied to any revision from `from` on. */
export interface PushedChange {
  readonly from: Revision;
  readonly revision: string;
}

/** A change of the user that the document may not include yet. */
export interface MadeChange<Change> {
  readonly change: Change;
  /** Set once the server has responded: the revision that includes the change, null if the response does not say. */
  readonly response?: { readonly revision: Revision };
}

/**
 * Whether a document includes a revision. Null is before the first one. Others are decimal strings, compared without
 * conversion to a number, which would lose digits.
 */
export const includes = ({ revision }: Versioned, other: Revision): boolean =>
  other === null ||
  (revision !== null && (revision.length === other.length ? revision >= other : revision.length > other.length));

/**
 * Apply `next`, drop `known`, and fetch the document again on a `gap`. During an upgrade, an older server pushes changes
 * without revisions: these are gaps, too.
 */
export function classifyPush(document: Versioned, pushed: Partial<PushedChange>): 'next' | 'known' | 'gap' {
  if (pushed.revision === undefined || pushed.from === undefined) return 'gap';
  if (includes(document, pushed.revision)) return 'known';
  return includes(document, pushed.from) ? 'next' : 'gap';
}

/**
 * The copy of a fetched document to keep: the cached one if a push has changed it since the fetch began and the
 * response does not include this push; otherwise the response, even an older one, as after a restored backup.
 * @param before the cached copy when the fetch began
 */
export const newestCopy = <Document extends Versioned>(
  fetched: Document,
  cached: Document,
  before: Document | undefined,
): Document => (cached.revision === before?.revision || includes(fetched, cached.revision) ? fetched : cached);

/**
 * The pending changes that the document does not include, oldest first. A response is never folded into the document: its
 * change stays pending until the document has reached its revision.
 */
export const unconfirmedChanges = <Change>(document: Versioned, changes: readonly MadeChange<Change>[]): Change[] =>
  changes
    .filter(({ response }) => !response || response.revision === null || !includes(document, response.revision))
    .map(({ change }) => change);
