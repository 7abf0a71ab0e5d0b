/** Lists the authors of recipes among those who are found by name (`writers.ts`), in the read model `recipes`. */
import { type Person, people, personOf } from './people.ts';
import type { Workspace } from './projection.ts';
import { addWriter, removeWriter, renameWriter } from './writers.ts';

/** Lists the author of a recipe that is shown from now on. Those without a profile, such as the samples', have no name. */
export function listAuthor(workspace: Workspace, uid: string, score: number): void {
  if (workspace.get<Person>(people, uid)) addWriter(workspace, uid, score);
}

/**
 * Call it before a recipe is removed from the index.
 * @param shown the index of the author's recipes that readers see
 */
export function unlistAuthorWithout(workspace: Workspace, uid: string, shown: string, recipeId: string): void {
  const two = workspace.range(shown, { limit: 2 });
  if (two.every(({ member }) => member === recipeId)) removeWriter(workspace, uid);
}

/**
 * Stores a user's name and picture.
 * @param shown the index of the recipes of theirs that readers see
 * @returns whether the name is another one
 */
export function storeAuthor(workspace: Workspace, uid: string, { name, avatar }: Person, shown: string): boolean {
  const before = personOf(workspace, uid);
  const isKnown = workspace.get<Person>(people, uid) !== undefined;
  if (isKnown && before.name === name && before.avatar === avatar) return false;
  workspace.put(people, uid, { name, avatar } satisfies Person);
  renameWriter(workspace, uid, before, { name, avatar });
  const [first] = workspace.range(shown, { limit: 1 });
  if (first) listAuthor(workspace, uid, first.score);
  return before.name !== name;
}
