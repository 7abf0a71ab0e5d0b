import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { ApiError } from '../../lib/api-client.ts';
import { createRetryPause } from '../../lib/retry-pause.ts';
import { recipeQuery, removeWithdrawn } from './api.ts';

export type RecipeState =
  | { status: 'loading' }
  /** The server is unavailable. The fetch is retried automatically. */
  | { status: 'unavailable' }
  /** The recipe does not exist, or was withdrawn. */
  | { status: 'missing' }
  | { status: 'failed' }
  /** A recipe that is withdrawn while it is shown stays on the screen. */
  | { status: 'shown'; recipe: Recipe; isWithdrawn: boolean };

export function useRecipe(id: string): RecipeState {
  const { data: recipe, error, refetch } = useQuery(recipeQuery(id));
  const isMissing = error instanceof ApiError && error.isNotFound;
  const isWithdrawn = isMissing && recipe !== undefined;

  // During a retry, the query has no error.
  const [wasUnavailable, setWasUnavailable] = useState(false);
  const isUnavailable =
    recipe === undefined && (error === null ? wasUnavailable : error instanceof ApiError && error.isUndecided);
  if (isUnavailable !== wasUnavailable) setWasUnavailable(isUnavailable);

  useEffect(() => {
    if (!isUnavailable) return;
    const unmounted = new AbortController();
    const retryUntilAvailable = async () => {
      const pause = createRetryPause();
      for (;;) {
        await pause.afterFailure(unmounted.signal);
        if (unmounted.signal.aborted) return;
        await refetch();
      }
    };
    retryUntilAvailable().catch(reportError);
    return () => unmounted.abort();
  }, [isUnavailable, refetch]);

  useEffect(() => {
    if (isWithdrawn) return () => removeWithdrawn(id);
    return undefined;
  }, [isWithdrawn, id]);

  if (recipe) return { status: 'shown', recipe, isWithdrawn };
  if (isUnavailable) return { status: 'unavailable' };
  if (isMissing) return { status: 'missing' };
  return { status: error === null ? 'loading' : 'failed' };
}
