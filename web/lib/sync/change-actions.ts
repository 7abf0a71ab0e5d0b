import { isUnder } from './document-keys.ts';
import type { ChangeText } from './pending-changes.ts';
import type { RefusedGroup } from './refused-changes.ts';
import type { Versioned } from './versioned.ts';

/** A value that the user and another member have both changed. */
export interface ConflictingValue {
  readonly text: string;
  /** Who wrote it; undefined if that is not known. */
  readonly by?: { readonly uid: string; readonly name: string } | undefined;
}

/** Two values of which the user chooses one. */
export interface Conflict {
  /** What it is about: "Potatoes". */
  readonly title: string;
  readonly mine: ConflictingValue;
  readonly theirs: ConflictingValue;
  /** "9 kg is on the list". */
  readonly state: string;
}

/** What the user can do with changes of a feature that were not saved. */
export interface ChangeActions {
  /** The prefix of the query keys of its documents. */
  readonly queryKey: readonly string[];
  /** The confirmed document that the changes are of; undefined if it is not here. */
  documentOf(group: RefusedGroup): Versioned | undefined;
  /** Undefined if nothing conflicts. @param document as `documentOf` returns it */
  conflictOf(group: RefusedGroup, document: Versioned): Conflict | undefined;
  /** Fetches the document. @throws ApiError */
  fetchAgain(group: RefusedGroup): Promise<void>;
  /** Sends them again, each under its key. */
  sendAgain(group: RefusedGroup): void;
  /** Makes the change again, from the value that the document has now. */
  replaceTheirs(group: RefusedGroup): void;
  /** Puts its text back into its form. Returns the path of the form; undefined if the change has none. */
  revise(group: RefusedGroup): string | undefined;
  canRevise(group: RefusedGroup): boolean;
}

const all: ChangeActions[] = [];

export function registerChangeActions(actions: ChangeActions): void {
  all.push(actions);
}

export const changeActionsOf = ([{ document }]: RefusedGroup): ChangeActions | undefined =>
  all.find(({ queryKey }) => isUnder(queryKey, document));

/** "Add Basil, 1 bunch". */
export const sentenceOf = ({ verb, what, rest = '' }: ChangeText): string => `${verb} ${what}${rest}`.trim();
