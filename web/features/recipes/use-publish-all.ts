import { useEffect, useRef, useState } from 'react';
import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
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
  | { status: 'publishing'; done: number; count: number }
  | { status: 'failed'; done: number; text: string }
  | { status: 'done'; count: number };

/** The server limits publications of a user for a minute. */
const maxPauseMs = 65_000;

/** Publishes recipes one after another, as fast as the server allows. Continues after a failure where it stopped. */
export function usePublishAll() {
  const publish = usePublishRecipe();
  const [state, setState] = useState<PublishingState>({ status: 'idle' });
  const published = useRef(new Set<string>());
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const publishOne = async ({ key, recipe }: Entry): Promise<void> => {
    const { title } = recipe;
    const form = toRecipeForm(fillIn(emptyDraft, { ...recipe, title: title.trim() || 'Untitled recipe' }).after);
    for (;;) {
      try {
        await publish.mutateAsync({ form, key });
        return;
      } catch (error) {
        const pauseMs = error instanceof ApiError && error.statusCode === 429 ? error.retryAfterMs : undefined;
        if (pauseMs === undefined || pauseMs > maxPauseMs || leaving.current.signal.aborted) throw error;
        await pause(pauseMs, leaving.current.signal);
      }
    }
  };

  const publishAll = async (entries: readonly Entry[]): Promise<void> => {
    const { signal } = leaving.current;
    try {
      for (const entry of entries.filter(({ key }) => !published.current.has(key))) {
        setState({ status: 'publishing', done: published.current.size, count: entries.length });
        await publishOne(entry);
        published.current.add(entry.key);
        if (signal.aborted) return;
      }
      setState({ status: 'done', count: published.current.size });
    } catch (error) {
      setState({ status: 'failed', done: published.current.size, text: failureText(error, 'Failed to create recipe') });
    }
  };
  return { state, publishAll, isPublished: (key: string) => published.current.has(key) };
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
