import type { ProjectionControls } from '../control/projection-controls.ts';
import { recipesProjection } from '../definitions/recipes.ts';
import type { RecipeSearch } from './recipe-search.ts';

/** Fills the index of this process again after each rebuild of the recipes, which it was filled from. */
export function refillAfterRebuilds(
  search: Pick<RecipeSearch, 'refill'>,
  controls: Pick<ProjectionControls, 'completedGeneration' | 'listenToRebuilds'>,
): void {
  let generation = controls.completedGeneration(recipesProjection);
  controls.listenToRebuilds(recipesProjection, () => {
    const completed = controls.completedGeneration(recipesProjection);
    if (completed === generation) return;
    generation = completed;
    search.refill();
  });
}
