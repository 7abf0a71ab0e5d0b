import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { ApiError } from '../../lib/api-client.ts';
import { createRetryPause } from '../../lib/retry-pause.ts';
import { forgetWithdrawn, recipeQuery } from './api.ts';

export type RecipeState =
  | { status: 'loading' }
  /** The server is away. It is asked again by itself; `retry` does so at once. */
  | { status: 'away'; retrying: boolean; retry: () => void }
  /** There is none, or none any more. */
  | { status: 'missing' }
  | { status: 'failed' }
  /** Withdrawn while it is read, it stays as it was. */
  | { status: 'shown'; recipe: Recipe; isWithdrawn: boolean };

/** A recipe on the screen, and what became of it. */
export function useRecipe(id: string): RecipeState {
  const { data: recipe, error, isFetching, refetch } = useQuery(recipeQuery(id));
  const isMissing = error instanceof ApiError && error.statusCode === 404;
  const isWithdrawn = isMissing && recipe !== undefined;

  // While it is fetched again, the query has no error.
  const [wasAway, setWasAway] = useState(false);
  const isAway = recipe === undefined && (error === null ? wasAway : error instanceof ApiError && error.undecided);
  if (isAway !== wasAway) setWasAway(isAway);

  useEffect(() => {
    if (!isAway) return;
    const left = new AbortController();
    const keepTrying = async () => {
      const pause = createRetryPause();
      for (;;) {
        await pause.afterFailure(left.signal);
        if (left.signal.aborted) return;
        await refetch();
      }
    };
    keepTrying().catch(reportError);
    return () => left.abort();
  }, [isAway, refetch]);

  useEffect(() => {
    if (isWithdrawn) return () => forgetWithdrawn(id);
    return undefined;
  }, [isWithdrawn, id]);

  if (recipe) return { status: 'shown', recipe, isWithdrawn };
  if (isAway) return { status: 'away', retrying: isFetching, retry: () => refetch() };
  if (isMissing) return { status: 'missing' };
  return { status: error === null ? 'loading' : 'failed' };
}
