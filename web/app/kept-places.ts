import { partialMatchKey } from '@tanstack/react-query';
import { PlayIcon } from '../components/icons.tsx';
import type { KeptPlace } from '../components/kept-places.tsx';
import { cookedRecipesKey } from '../features/recipes/cooked-key.ts';
import { groceryListsKey } from '../lib/add-to-grocery-list.ts';
import { ownerOfChosenList, placeOf } from '../lib/households/saved-households.ts';
import { furtherListsOf } from '../lib/households/saved-lists.ts';
import { currentUid } from '../lib/identity/session.ts';
import { queryClient } from '../lib/query-client.ts';
import { isUnder } from '../lib/sync/document-keys.ts';
import { storedDocuments, seenAt as timeSeen } from '../lib/sync/kept-documents.ts';
import { timeText } from '../lib/time-text.ts';
import { destinations } from './navigation.ts';

/** The query keys of the documents that a screen shows, followed by the user's id and whose document it is. */
const keysByPath: Readonly<Record<string, readonly string[]>> = {
  '/grocery-list': groceryListsKey,
  '/meal-plan': ['meal-plan', 'weeks'],
};

/** The screens whose documents, of the owner that they show, this page has loaded or this browser has stored. */
async function keptLists(): Promise<KeptPlace[]> {
  const uid = currentUid();
  if (uid === null) return [];
  const stored = await storedDocuments();
  const owner = ownerOfChosenList(uid);
  const place = placeOf(owner);
  return destinations.flatMap(({ to, label, Icon }): KeptPlace[] => {
    const keys = keysByPath[to];
    if (!keys) return [];
    const times = [owner, ...furtherListsOf(owner)].flatMap((whose) => {
      const queryKey = [...keys, uid, whose];
      const cached = queryClient.getQueryCache().findAll({ queryKey });
      return [
        ...cached.map(({ state }) => (state.data === undefined ? 0 : timeSeen(state))),
        ...stored.filter(({ key }) => partialMatchKey(key, queryKey)).map((document) => document.seenAt),
      ];
    });
    const seenAt = Math.max(0, ...times);
    if (seenAt === 0) return [];
    const time = timeText(seenAt);
    return [{ to, title: label, text: place === undefined ? `As of ${time}` : `${place}, as of ${time}`, Icon }];
  });
}

/** More would hide the lists. */
const maxRecipes = 3;

/** The recipes that the user has cooked last. */
const cookedRecipes = async (): Promise<KeptPlace[]> =>
  (await storedDocuments())
    .filter(({ key }) => isUnder(cookedRecipesKey, key))
    .toSorted((a, b) => b.seenAt - a.seenAt)
    .slice(0, maxRecipes)
    .flatMap(({ key, document, seenAt }) => {
      const title: unknown = Reflect.get(document, 'title');
      if (typeof title !== 'string') return [];
      return [{ to: `/recipe/${key.at(-1)}`, title, text: `As of ${timeText(seenAt)}`, Icon: PlayIcon }];
    });

/** What the user can open without a connection. */
export const keptPlaces = async (): Promise<KeptPlace[]> => [...(await keptLists()), ...(await cookedRecipes())];
