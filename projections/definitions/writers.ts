/**
 * The people who have published something, to be found by name: mentions are suggested and resolved from them. Others are
 * not listed, because they have not shown their name. The read model `posts` lists those with a post or a comment on one,
 * and `recipes` those with a recipe: readers take both.
 */
import type { Person as ListedPerson } from '../../server/core/contracts/people.ts';
import { type Person, personOf } from './people.ts';
import type { Workspace } from './projection.ts';

export const writersModel = {
  /** `Person` by uid. */
  writers: 'writers',
  /** The uids of those who have exactly this name. */
  named: (name: string): string => `named:${name.toLowerCase()}`,
  /** The uids of those whose name, or a word in it, begins like this. @param beginning at most `maxBeginning` characters */
  beginning: (beginning: string): string => `beginning:${beginning.toLowerCase()}`,
} as const;

const { writers, named, beginning } = writersModel;

/** In UTF-16 code units. Longer beginnings are compared with the names themselves. */
export const maxBeginning = 10;

/** Lists a person when they write. */
export function addWriter(workspace: Workspace, uid: string, score: number): void {
  if (workspace.get(writers, uid)) return;
  put(workspace, uid, personOf(workspace, uid), score);
}

/** Lists a person by another name or with another picture. */
export function renameWriter(workspace: Workspace, uid: string, before: Person, person: Person): void {
  const writer = workspace.get<WriterDocument>(writers, uid);
  if (!writer) return;
  for (const index of indexesOf(before.name)) workspace.unindex(index, uid);
  put(workspace, uid, person, writer.since);
}

/** Removes a person from the list who has nothing in the community any more. */
export function removeWriter(workspace: Workspace, uid: string): void {
  const writer = workspace.get<WriterDocument>(writers, uid);
  if (!writer) return;
  for (const index of indexesOf(writer.name)) workspace.unindex(index, uid);
  workspace.remove(writers, uid);
}

/** `since`: the position at which they first wrote. */
export interface WriterDocument extends ListedPerson {
  readonly since: number;
}

function put(workspace: Workspace, uid: string, { name, avatar }: Person, since: number): void {
  workspace.put(writers, uid, { uid, name, avatar, since } satisfies WriterDocument);
  for (const index of indexesOf(name)) workspace.index(index, uid, since);
}

const wordStart = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu;

function indexesOf(name: string): Set<string> {
  const lower = name.toLowerCase();
  const starts = Array.from(lower.matchAll(wordStart), ({ index }) => index);
  const beginnings = starts.flatMap((start) =>
    Array.from({ length: Math.min(maxBeginning, lower.length - start) }, (_, at) => lower.slice(start, start + at + 1)),
  );
  return new Set([named(name), ...beginnings.map(beginning)]);
}
