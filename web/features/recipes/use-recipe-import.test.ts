import { beforeEach, expect, test, vi } from 'vitest';
import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
import { runHooks } from '../../../tests/support/run-hooks.ts';
import { openAs, stubTab } from '../../../tests/support/signed-in-page.ts';

/** Those that have started. */
const imports = vi.hoisted((): { arrive: (recipe: ImportedRecipe) => void; signal: AbortSignal }[] => []);
vi.mock('./api.ts', () => ({
  importRecipe: (_: unknown, signal: AbortSignal) =>
    new Promise<ImportedRecipe>((arrive) => imports.push({ arrive, signal })),
}));
vi.mock('../../components/use-dialog.ts', () => ({ createLoadExplainer: () => async () => '' }));

beforeEach(() => {
  imports.length = 0;
  stubTab();
});

const cake: ImportedRecipe = {
  type: 'image',
  source: 'page',
  title: 'Cake',
  author: 'Example',
  imageUrl: '',
  ingredients: [{ name: 'Flour', amount: '1', unit: 'kg' }],
  instructions: ['Bake.'],
};

/** The form of a recipe whose source was shared with the application: its import starts at once. */
async function openForm() {
  const { useReact, useRecipeImport, emptyDraft } = await openAs('mia', async () => ({
    ...(await import('./use-recipe-import.ts')),
    ...(await import('./recipe-draft.ts')),
    useReact: await import('react'),
  }));
  const form = await runHooks(() => {
    const [draftKey, setDraftKey] = useReact.useState('new');
    const [draft, setDraft] = useReact.useState(emptyDraft);
    const options = { draft, draftKey, source: 'https://example.org/cake', startsAtOnce: true };
    const show = (key: string, title: string) => {
      setDraftKey(key);
      setDraft({ ...emptyDraft, title });
    };
    return { draft, show, ...useRecipeImport(options, setDraft) };
  });
  await vi.waitFor(() => expect(imports).toHaveLength(1));
  return form;
}

test('showing another draft ends an import, which fills in neither', async () => {
  const form = await openForm();
  form.current.show('soup', "Grandma's soup");
  await vi.waitFor(() => expect([form.current.state, imports[0]?.signal.aborted]).toEqual([{ status: 'idle' }, true]));
  imports[0]?.arrive(cake);
  await vi.waitFor(() => expect(form.current.state).toEqual({ status: 'idle' }));
  expect(form.current.draft).toMatchObject({ title: "Grandma's soup", author: '', ingredients: [] });
  expect(imports).toHaveLength(1);
});

test('an import into a draft cannot be undone in another one', async () => {
  const form = await openForm();
  imports[0]?.arrive(cake);
  await vi.waitFor(() => expect([form.current.state.status, form.current.draft.title]).toEqual(['done', 'Cake']));
  form.current.show('pancake', 'Cake');
  await vi.waitFor(() => expect(form.current.state).toEqual({ status: 'idle' }));
  form.current.undo();
  expect(form.current.draft.title).toBe('Cake');
});
