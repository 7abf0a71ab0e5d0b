import type { Revision } from '../../../server/core/contracts/shared.ts';
import type { SendWrite } from '../api-response.ts';
import type { Conflict } from './change-actions.ts';
import type { ChangeText, PendingChange } from './pending-changes.ts';
import type { RefusalOfChange, RefusedChange } from './refused-changes.ts';
import type { ChangeShapes } from './stored-changes.ts';
import type { Versioned } from './versioned.ts';

/** Identifies a document in the cache of a user, for example by a week. */
export type DocumentId = readonly [uid: string, ...string[]];

/** A feature's definition of the changes of its documents. */
export interface ChangeOptions<Document extends Versioned, Change, Id extends DocumentId> {
  /** The prefix of the query keys of the documents. */
  readonly queryKey: readonly string[];
  /** Applies a pending change to a document. Pure and idempotent. */
  apply(document: Document, change: Change): Document;
  /**
   * Resolves to the revision that includes the change, if the response says so.
   * @param write makes a write under the key of the change, as its author
   * @throws ApiError
   */
  send(id: Id, change: Change, write: SendWrite): Promise<Revision | undefined>;
  /** Whether a change may be sent in one request with others: it is one write, of a list or a plan, and needs no data of the response. */
  isSentTogether?(change: Change): boolean;
  /** Whether a change fails because another one was refused, for example the check of an item that was not added. */
  dependsOn?(change: Change, refused: Change): boolean;
  /** Stores the changes in this browser until the server has them. Default: they exist in this page only. */
  readonly storage?: ChangeStorage;
  /** See `ChangeShapes`. */
  readonly upcasts?: ChangeShapes['upcasts'];
  /** A change as a sentence. @param document as the user saw it; undefined if it is not here */
  describe(id: Id, change: Change, document: Document | undefined): ChangeText;
  /** Why a change was not saved, in a sentence. Default: the server's message, or else "Failed to save this". */
  explain?(id: Id, change: Change, error: unknown): string;
  /** Called when a change was refused and is no longer applied. Returns true if a form on the screen shows the error, or there is nothing to tell. */
  refused?(id: Id, change: Change, failure: Failure): boolean;
  /**
   * Called when the user of a change has left before it was sent, unless it is stored. Returns true if it is kept for when
   * they are back.
   */
  lost?(id: Id, change: Change): boolean;
  /** The two values that a refused change is about, if it is about two. @param changes with those that depend on it */
  conflict?(document: Document, changes: readonly Change[], refusal: RefusalOfChange): Resolvable<Change> | undefined;
  /** Puts the text of a refused change back into its form, so that it can be changed. Returns the path of the form. */
  revise?(id: Id, change: Change): string;
  canRevise?(change: Change): boolean;
}

export interface Failure {
  readonly error: unknown;
  /** The key of the refused change. */
  readonly key: string;
}

/** A conflict, and the change that replaces the other value by the user's. */
export interface Resolvable<Change> extends Conflict {
  readonly resolve: Change;
}

/** The changes of one feature, as they are stored in this browser. */
export interface StoredFeature extends ChangeShapes {
  /** The prefix of the query keys of its documents. */
  readonly queryKey: readonly string[];
  /** Called for a document when changes of it were read. They may wait to be sent. */
  onRead(document: readonly string[]): void;
}

/** Where changes are stored, so that they outlast the page. */
export interface ChangeStorage {
  /** Adds a change at the end. If it was stored before, it is moved there. */
  add(pending: PendingChange): Promise<void>;
  /** Stores the responses to changes. */
  answer(document: readonly string[], answered: readonly PendingChange[]): Promise<void>;
  /** Stores why changes were refused. They stay stored. */
  refuse(document: readonly string[], refused: readonly RefusedChange[]): Promise<void>;
  remove(document: readonly string[], changes: readonly PendingChange[]): Promise<void>;
  /** Resolves when the changes that were added are stored, or cannot be. */
  stored(document: readonly string[]): Promise<void>;
  /** Runs `send` while no other tab sends changes of the document. */
  inTurn(document: readonly string[], send: () => Promise<void>): Promise<void>;
  /** Reads the stored changes of a feature, now and when they have changed. */
  register(feature: StoredFeature): void;
}

/** Access to the confirmed documents in the cache. */
export interface Documents<Document, Id> {
  /** The copies of a document in the cache. */
  cached(id: Id): readonly Document[];
  /** Fetches a document that is shown. Resolves even if the fetch fails. */
  fetchAgain(id: Id): Promise<void>;
  /** Fetches a document whether it is shown or not. Default: `fetchAgain`. @throws ApiError */
  fetchNow?(id: Id): Promise<void>;
}
