import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addFailureText, logInToAddText } from '../../lib/add-to-grocery-list.ts';
import { whenIdle } from '../../lib/after-first-paint.ts';
import { formatCount } from '../../lib/format-count.ts';
import { ownerOfChosenList, useSavedHouseholds } from '../../lib/households/saved-households.ts';
import { useSession } from '../../lib/identity/session.ts';
import { type Addition, type ListOfUser, loadListWriter, type NewIngredient } from '../../lib/list-writer.ts';
import { useClosedSignal } from '../../lib/use-closed-signal.ts';

/** The result of adding to the grocery list, or why it is not possible. */
export type Outcome = { kind: 'success' | 'info' | 'error'; text: string };

interface Sent {
  list: ListOfUser;
  /** Whose list it is; undefined if the user has only their own. */
  place: string | undefined;
  ingredients: readonly NewIngredient[];
}

/**
 * Adds ingredients to the grocery list that the user has chosen: their own or a household's. Without a connection, they wait
 * like what is added on the list's own screen.
 * @param unreachableText the text if the code that adds could not be loaded
 */
export function useAddToGroceryList(
  unreachableText: string,
  onOutcome: (outcome: Outcome) => void,
  onAdded?: () => void,
) {
  const session = useSession();
  const { known } = useSavedHouseholds();
  const isSignedIn = session.status === 'signedIn';
  useEffect(() => {
    // So that adding works without a connection.
    if (isSignedIn) whenIdle(() => loadListWriter().catch(() => undefined));
  }, [isSignedIn]);
  const closed = useClosedSignal();
  const { isPending: isAdding, mutate } = useMutation({
    mutationFn: async ({ list, ingredients }: Sent) => (await loadListWriter()).add(list, ingredients, closed()),
    onSuccess: (addition, sent) => {
      onAdded?.();
      onOutcome(outcomeOf(addition, sent));
    },
    onError: (error) => {
      const text = addFailureText(error, unreachableText);
      onOutcome({ kind: text === logInToAddText ? 'info' : 'error', text });
    },
  });
  const add = (ingredients: readonly NewIngredient[]) => {
    if (session.status !== 'signedIn') {
      onOutcome({ kind: 'info', text: logInToAddText });
      return;
    }
    const { uid, name } = session.user;
    const whose = ownerOfChosenList(uid);
    const household = known.find(({ id }) => id === whose);
    const place = known.length === 0 ? undefined : household ? `the list of ${household.name}` : 'your own list';
    mutate({ list: { uid, name, whose }, place, ingredients });
  };
  return { isAdding, add };
}

function outcomeOf({ kind }: Addition, { ingredients, place }: Sent): Outcome {
  if (kind === 'waiting') {
    const to = place === undefined ? '' : ` to ${place}`;
    const text = `${formatCount(ingredients.length, 'ingredient')} will be added${to} with the next connection.`;
    return { kind: 'info', text };
  }
  const success = 'Ingredients added to grocery list successfully!';
  return { kind: 'success', text: place === undefined ? success : `${success} They are on ${place}.` };
}
