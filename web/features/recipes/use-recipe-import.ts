import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { pageAddressOf } from '../../../server/core/contracts/page-address.ts';
import type { ImportedRecipe, RecipeImport } from '../../../server/core/contracts/recipe-import.ts';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { createLoadExplainer } from '../../components/use-dialog.ts';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useSession } from '../../lib/identity/session.ts';
import { importRecipe } from './api.ts';
import type { ImportListDialogProps } from './import-list-dialog.tsx';
import { type FilledIn, fillIn, undoImport } from './imported-recipe.ts';
import type { RecipeDraft } from './recipe-draft.ts';
import type { ChangeDraft } from './use-video-import.ts';

export type RecipeImportState =
  | { status: 'idle' }
  | { status: 'loading'; source: string }
  | { status: 'reading'; file: File }
  | { status: 'loggedOut' }
  | { status: 'failed'; text: string }
  | { status: 'done'; result: FilledIn }
  | { status: 'undone' }
  /** A file has several recipes, from which the user chooses. */
  | { status: 'choosing'; recipes: readonly ImportedRecipe[]; Dialog: ComponentType<ImportListDialogProps> };

const idle: RecipeImportState = { status: 'idle' };

export interface RecipeImportOptions {
  draft: RecipeDraft;
  draftKey: string;
  source: string;
  startsAtOnce: boolean;
}

/**
 * Imports a recipe from a page or a text into the draft. Showing another draft ends it.
 * @param draftKey identifies the draft
 * @param source what the user gave: an address or a text
 * @param startsAtOnce whether the user has already asked for the import
 */
export function useRecipeImport({ draft, draftKey, source, startsAtOnce }: RecipeImportOptions, change: ChangeDraft) {
  const signedIn = useSession().status === 'signedIn';
  const stateFor = (text: string): RecipeImportState => {
    if (text.trim() === '') return idle;
    return signedIn ? { status: 'loading', source: text.trim() } : { status: 'loggedOut' };
  };
  const [state, setState] = useState(() => (startsAtOnce ? stateFor(source) : idle));
  const [ownKey, setOwnKey] = useState(draftKey);
  if (ownKey !== draftKey) {
    setOwnKey(draftKey);
    setState(idle);
  }

  const show = (recipe: ImportedRecipe) => {
    const result = fillIn(draft, recipe);
    change(result.after);
    setState({ status: 'done', result });
  };
  const onRecipe = useEffectEvent(show);
  const onRecipes = useEffectEvent(
    (recipes: readonly ImportedRecipe[], Dialog: ComponentType<ImportListDialogProps>) => {
      const [only] = recipes;
      if (recipes.length === 1 && only) show(only);
      else setState(signedIn ? { status: 'choosing', recipes, Dialog } : { status: 'loggedOut' });
    },
  );

  useEffect(() => {
    if (state.status !== 'loading') return;
    const request = new AbortController();
    importRecipe(requestOf(state.source), request.signal).then(
      (recipe) => {
        if (!request.signal.aborted) onRecipe(recipe);
      },
      (error: unknown) => {
        if (!request.signal.aborted) setState(failedState(error));
      },
    );
    return () => request.abort();
  }, [state]);

  const [explainFailedLoad] = useState(createLoadExplainer);
  useEffect(() => {
    if (state.status !== 'reading') return;
    const { file } = state;
    const ended = new AbortController();
    const fail = (text: string) => {
      if (!ended.signal.aborted) setState({ status: 'failed', text });
    };
    loadFileImport()
      .then(
        async ({ readFile, ImportListDialog }) => {
          const recipes = await readFile(file);
          if (!ended.signal.aborted) onRecipes(recipes, ImportListDialog);
        },
        async () => fail(await explainFailedLoad()),
      )
      .catch((error: unknown) => fail(error instanceof Error ? error.message : 'This file could not be read'));
    return () => ended.abort();
  }, [state, explainFailedLoad]);

  return {
    state,
    readFile: (file: File) => setState({ status: 'reading', file }),
    start: () => setState(stateFor(source)),
    /** For another source: ends a running import, and keeps what an earlier one filled in. */
    reset: () => setState(idle),
    undo: () => {
      if (state.status !== 'done') return;
      change((now) => undoImport(now, state.result));
      setState({ status: 'undone' });
    },
  };
}

/** The code for files, with that of the dialog. */
const loadFileImport = async () => {
  const [{ readFile }, { ImportListDialog }] = await Promise.all([
    import('./read-file.ts'),
    import('./import-list-dialog.tsx'),
  ]);
  return { readFile, ImportListDialog };
};

/** An address alone is that of a page or video. Everything else is the recipe itself. */
const requestOf = (source: string): RecipeImport =>
  youtubeIdOf(source) !== undefined || pageAddressOf(source) !== undefined ? { url: source } : { text: source };

function failedState(error: unknown): RecipeImportState {
  if (error instanceof ApiError && error.statusCode === 401) return { status: 'loggedOut' };
  const text = failureText(error, 'The recipe could not be fetched. Check your connection and try again.');
  return { status: 'failed', text };
}
