import { useMutation } from '@tanstack/react-query';
import type { AddIngredients } from '../../../server/core/contracts/grocery-list.ts';
import { addFailureText, addToGroceryList, logInToAddText } from '../../lib/add-to-grocery-list.ts';
import { ownerOfChosenList } from '../../lib/households/saved-households.ts';
import { useSession } from '../../lib/identity/session.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';

/** The result of adding to the grocery list, or why it is not possible. */
export type Outcome = { kind: 'success' | 'info' | 'error'; text: string };

type Ingredients = AddIngredients['ingredients'];

/**
 * Adds ingredients to the grocery list that the user has chosen: their own or a household's. A retry with the same ingredients uses the same idempotency key, so that
 * they are not added twice.
 * @param unreachableText the text if the server could not be reached
 */
export function useAddToGroceryList(
  unreachableText: string,
  onOutcome: (outcome: Outcome) => void,
  onAdded?: () => void,
) {
  const session = useSession();
  const { isPending: isAdding, mutate } = useMutation({
    mutationFn: ({ whose, source, ingredients }: { whose: string; source: string; ingredients: Ingredients }) =>
      sendIdempotently(`groceries.${whose}.${source}`, ingredients, ({ form, key }) =>
        addToGroceryList(whose, form, key),
      ),
    onSuccess: () => {
      onAdded?.();
      onOutcome({ kind: 'success', text: 'Ingredients added to grocery list successfully!' });
    },
    onError: (error) => {
      const text = addFailureText(error, unreachableText);
      onOutcome({ kind: text === logInToAddText ? 'info' : 'error', text });
    },
  });
  /** @param source identifies the recipe */
  const add = (source: string, ingredients: Ingredients) => {
    if (session.status === 'signedIn') mutate({ whose: ownerOfChosenList(session.user.uid), source, ingredients });
    else onOutcome({ kind: 'info', text: logInToAddText });
  };
  return { isAdding, add };
}
