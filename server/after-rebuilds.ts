/** What a process does when its readers get a rebuilt read model, which has other documents at the same positions. */
import type { ProjectionControls } from '../projections/control/projection-controls.ts';
import { allProjections } from '../projections/definitions/all.ts';
import { recipesProjection } from '../projections/definitions/recipes.ts';
import type { ProjectionKey } from '../projections/read-models/read-model-store.ts';
import type { RecipeSearch } from '../projections/search/recipe-search.ts';
import { renewEdition } from './http/responses/sending.ts';

export interface AfterRebuildsOptions {
  readonly controls: Pick<ProjectionControls, 'completedGeneration' | 'listenToRebuilds'>;
  readonly search: Pick<RecipeSearch, 'refill'>;
  /** Makes browsers fetch again. */
  readonly requestRefetch: () => void;
}

/**
 * Discards what was derived from the replaced read model, after each rebuild that any node has completed.
 * @returns does the same at once: a process with read models in its own memory may complete a rebuild later than another node
 */
export function discardAfterRebuilds(options: AfterRebuildsOptions): (projection: Pick<ProjectionKey, 'name'>) => void {
  const { controls, search, requestRefetch } = options;
  const discard = ({ name }: Pick<ProjectionKey, 'name'>) => {
    renewEdition();
    if (name === recipesProjection.name) search.refill();
    requestRefetch();
  };
  for (const projection of allProjections) {
    let generation = controls.completedGeneration(projection);
    controls.listenToRebuilds(projection, () => {
      const completed = controls.completedGeneration(projection);
      if (completed === generation) return;
      generation = completed;
      discard(projection);
    });
  }
  return discard;
}
