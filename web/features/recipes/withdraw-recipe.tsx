import type { Recipe, RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { everyone } from '../../lib/query-client.ts';
import { documentChanges } from '../../lib/sync/document-changes.ts';
import { isUnder } from '../../lib/sync/document-keys.ts';
import { pendingChanges } from '../../lib/sync/pending-changes.ts';
import { recipePages, withdrawing } from './api.ts';

const withdrawalsKey = ['recipes', 'withdrawals'];

interface Withdrawal {
  readonly title: string;
}

/** Changes of recipes by their author. The list is the same for everyone, so they are not those of `recipePages`. */
const withdrawals = documentChanges<RecipeCard, Withdrawal, readonly [author: string, recipeId: string]>(
  {
    queryKey: withdrawalsKey,
    apply: (card) => card,
    send: async ([, id], _, write) => {
      try {
        return (await write('DELETE', `/recipes/${id}`)).revision;
      } catch (error) {
        // It was withdrawn already.
        if (error instanceof ApiError && error.isNotFound) return undefined;
        throw error;
      }
    },
    describe: (_, { title }) => ({ verb: 'Withdraw', what: title }),
    explain: (_, __, error) => failureText(error, 'Failed to withdraw recipe'),
  },
  {
    cached: ([, id]) => recipePages.cached([everyone, id]),
    fetchAgain: async (id) => {
      const fetched = withdrawals.beginFetch(id);
      await recipePages.waitForRevision([everyone, id[1]]);
      fetched();
    },
  },
);

pendingChanges.subscribe(() => {
  const pending = pendingChanges.all().filter(({ document }) => isUnder(withdrawalsKey, document));
  if (pending.length + withdrawing.get().size === 0) return;
  withdrawing.set(new Set(pending.flatMap(({ document }) => document.slice(-1))));
});

/** Withdraws a recipe when the user can no longer undo it here. Until then, lists leave it out. */
export function withdrawRecipe({ id, authorId, title }: Recipe): void {
  withdrawals.changeUnlessUndone(
    [authorId, id],
    { title },
    <>
      Withdrew <b>{title}</b>
    </>,
  );
}
