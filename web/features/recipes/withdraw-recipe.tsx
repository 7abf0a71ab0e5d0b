import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { newId } from '../../lib/new-id.ts';
import { notify } from '../../lib/notices.ts';
import { everyone } from '../../lib/query-client.ts';
import { offerBeforeSending } from '../../lib/sync/held-changes.ts';
import { recipePages, withdrawing } from './api.ts';

/** Withdraws a recipe when the user can no longer undo it here. Until then, lists leave it out. */
export function withdrawRecipe({ id, title }: Recipe): void {
  withdrawing.set(new Set([...withdrawing.get(), id]));
  const show = () => withdrawing.set(new Set([...withdrawing.get()].filter((each) => each !== id)));
  offerBeforeSending({
    key: newId(),
    message: (
      <>
        Withdrew <b>{title}</b>
      </>
    ),
    undo: show,
    send: () => {
      send(id)
        .catch((error: unknown) => notify.error(failureText(error, 'Failed to withdraw recipe')))
        .finally(show);
    },
  });
}

/** Also succeeds if the recipe was already withdrawn. Resolves when the lists are without it. */
async function send(id: string): Promise<void> {
  try {
    const { revision } = await api.send('DELETE', `/recipes/${id}`);
    await recipePages.waitForRevision([everyone, id], revision);
  } catch (error) {
    if (!(error instanceof ApiError && error.statusCode === 404)) throw error;
  }
}
