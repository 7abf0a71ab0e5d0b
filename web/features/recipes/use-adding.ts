import { useMutation } from '@tanstack/react-query';
import type { AddIngredients } from '../../../server/core/contracts/grocery-list.ts';
import { addFailureText, addToGroceryList, logInToAddText } from '../../lib/grocery-lists.ts';
import { useSession } from '../../lib/identity/session.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';

/** What came of adding to the grocery list, or why it cannot be. */
export type Outcome = { kind: 'success' | 'info' | 'error'; text: string };

type Ingredients = AddIngredients['ingredients'];

/**
 * Adds to the user's grocery list. The same choice after a failure goes out under the same key, so that it is not added
 * twice.
 * @param unanswered said where the server was not reached
 */
export function useAdding(unanswered: string, tell: (outcome: Outcome) => void, onAdded?: () => void) {
  const session = useSession();
  const { isPending: adding, mutate } = useMutation({
    mutationFn: ({ uid, of, ingredients }: { uid: string; of: string; ingredients: Ingredients }) =>
      sendIdempotently(`groceries.${uid}.${of}`, ingredients, ({ form, key }) => addToGroceryList(uid, form, key)),
    onSuccess: () => {
      onAdded?.();
      tell({ kind: 'success', text: 'Ingredients added to grocery list successfully!' });
    },
    onError: (error) => {
      const text = addFailureText(error, unanswered);
      tell({ kind: text === logInToAddText ? 'info' : 'error', text });
    },
  });
  /** @param of which recipe they are of */
  const add = (of: string, ingredients: Ingredients) => {
    if (session.status === 'signedIn') mutate({ uid: session.user.uid, of, ingredients });
    else tell({ kind: 'info', text: logInToAddText });
  };
  return { adding, add };
}
