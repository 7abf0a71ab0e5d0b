/**
 * Which recipes are based on which, in the read model `recipes`. A credit is recorded here until the adaptation or its
 * original is withdrawn: what an adaptation shows of it depends on whether moderators have hidden the original.
 */
import type { BasedOn, Recipe } from '../../server/core/contracts/recipes.ts';
import type { Workspace } from './projection.ts';

/** Names for the routes. */
export const adaptationsModel = {
  /** How many recipes are based on a recipe, by its id. Apart from it, so that its author alone changes a recipe. */
  adaptationCounts: 'adaptation-counts',
  /** The published recipes that are based on a recipe, sorted like `newest`. */
  adaptationsOf: (id: string): string => `adaptations-of:${id}`,
} as const;

const { adaptationCounts, adaptationsOf } = adaptationsModel;
/** What an adaptation says of its original, by its id. */
const credits = 'credits';
/** Like `adaptationsOf`, with the hidden ones. */
const allAdaptationsOf = (id: string): string => `all-adaptations-of:${id}`;

/** Part of a recipe's response. */
type AdaptationCount = Required<Pick<Recipe, 'adaptationCount'>>;

type Credit = Required<BasedOn>;

export function addAdaptation(workspace: Workspace, id: string, credit: Credit, score: number): void {
  workspace.put(credits, id, credit);
  workspace.index(allAdaptationsOf(credit.recipeId), id, score);
  listAdaptation(workspace, id, score);
}

/** Does nothing for a recipe that is not based on another one, or whose original is withdrawn. */
export function removeAdaptation(workspace: Workspace, id: string): void {
  const credit = workspace.get<Credit>(credits, id);
  if (!credit) return;
  unlistAdaptation(workspace, id);
  workspace.unindex(allAdaptationsOf(credit.recipeId), id);
  workspace.remove(credits, id);
}

/** Shows an adaptation at its original. */
export function listAdaptation(workspace: Workspace, id: string, score: number): void {
  const credit = workspace.get<Credit>(credits, id);
  if (!credit) return;
  const count = otherAdaptations(workspace, credit, id) + 1;
  workspace.put(adaptationCounts, credit.recipeId, { adaptationCount: count } satisfies AdaptationCount);
  workspace.index(adaptationsOf(credit.recipeId), id, score);
}

/** Does the opposite of `listAdaptation`. */
export function unlistAdaptation(workspace: Workspace, id: string): void {
  const credit = workspace.get<Credit>(credits, id);
  if (!credit) return;
  const count = otherAdaptations(workspace, credit, id);
  if (count === 0) workspace.remove(adaptationCounts, credit.recipeId);
  else workspace.put(adaptationCounts, credit.recipeId, { adaptationCount: count } satisfies AdaptationCount);
  workspace.unindex(adaptationsOf(credit.recipeId), id);
}

/** The number of members of the index, so that the two cannot differ. */
const otherAdaptations = (workspace: Workspace, { recipeId }: Credit, id: string): number =>
  workspace.range(adaptationsOf(recipeId)).filter(({ member }) => member !== id).length;

/** Of all adaptations of a recipe, hidden or not, their ids and what they say of it. */
export const creditsOf = (workspace: Workspace, originalId: string): [id: string, credit: Credit][] =>
  workspace.range(allAdaptationsOf(originalId)).flatMap(({ member }) => {
    const credit = workspace.get<Credit>(credits, member);
    return credit ? [[member, credit]] : [];
  });

/** Ends what `creditsOf` returns for a recipe that is withdrawn. */
export function dropAdaptations(workspace: Workspace, originalId: string): void {
  for (const [id] of creditsOf(workspace, originalId)) workspace.remove(credits, id);
  workspace.dropIndex(allAdaptationsOf(originalId));
  workspace.dropIndex(adaptationsOf(originalId));
  workspace.remove(adaptationCounts, originalId);
}
