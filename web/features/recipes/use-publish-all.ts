import { useEffect, useRef, useState } from 'react';
import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
import type { RecipeForm } from '../../../server/core/contracts/recipes.ts';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { newId } from '../../lib/new-id.ts';
import { usePublishRecipe } from './api.ts';
import { fillIn } from './imported-recipe.ts';
import { emptyDraft, toRecipeForm } from './recipe-draft.ts';

export interface Entry {
  /** The id of the published recipe, so that a retry publishes it once. */
  readonly key: string;
  readonly recipe: ImportedRecipe;
}

export type PublishingState =
  | { status: 'idle' }
  | { status: 'publishing'; count: number }
  /** The recipe that is being sent is published before the others wait. */
  | { status: 'stopping' }
  | { status: 'stopped' }
  | { status: 'failed'; text: string }
  | { status: 'done' };

/** The server limits publications of a user for a minute. */
const maxPauseMs = 65_000;

/** Publishes recipes one after another, as fast as the server allows. Continues after a stop or a failure where it ended. */
export function usePublishAll() {
  const publish = usePublishRecipe();
  const [state, setState] = useState<PublishingState>({ status: 'idle' });
  const [published, setPublished] = useState<ReadonlySet<string>>(new Set());
  const [withoutPicture, setWithoutPicture] = useState<readonly string[]>([]);
  const run = useRef(new AbortController());
  useEffect(() => () => run.current.abort(), []);

  /** Returns whether the recipe was published before the run was stopped. */
  const publishOne = async ({ key, recipe }: Entry, signal: AbortSignal): Promise<boolean> => {
    const { title } = recipe;
    // Nobody has chosen a difficulty, and files have none.
    const blank = { ...emptyDraft, difficulty: '' as const };
    const { after } = fillIn(blank, { ...recipe, title: title.trim() || 'Untitled recipe' });
    let form: RecipeForm = toRecipeForm(after);
    while (!signal.aborted) {
      try {
        await publish.mutateAsync({ form, key });
        return true;
      } catch (error) {
        // Pictures of old collections have often gone: the rest of the recipe has not.
        if (error instanceof ApiError && error.field === 'imageUrl' && form.imageUrl !== undefined) {
          const { imageUrl: _unavailable, ...others } = form;
          form = others;
          setWithoutPicture((titles) => [...titles, others.title]);
          continue;
        }
        const pauseMs = error instanceof ApiError && error.statusCode === 429 ? error.retryAfterMs : undefined;
        if (pauseMs === undefined || pauseMs > maxPauseMs) throw error;
        await pause(pauseMs, signal);
      }
    }
    return false;
  };

  const publishAll = async (entries: readonly Entry[]): Promise<void> => {
    run.current = new AbortController();
    const { signal } = run.current;
    const done = new Set(published);
    const remaining = entries.filter(({ key }) => !done.has(key));
    setState({ status: 'publishing', count: done.size + remaining.length });
    try {
      for (const entry of remaining) {
        if (!(await publishOne(entry, signal))) return setState({ status: 'stopped' });
        setPublished(new Set(done.add(entry.key)));
      }
      setState({ status: 'done' });
    } catch (error) {
      setState({ status: 'failed', text: failureText(error, 'Failed to create recipe') });
    }
  };
  const stop = () => {
    run.current.abort();
    setState({ status: 'stopping' });
  };
  return {
    state,
    published,
    /** Titles of recipes whose picture could not be loaded from its address. */
    withoutPicture,
    publishAll,
    stop,
  };
}

export const toEntries = (recipes: readonly ImportedRecipe[]): Entry[] =>
  recipes.map((recipe) => ({ key: newId(), recipe }));

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
