import { addKeptPlaces, type KeptPlace } from '../components/kept-places.tsx';
import { groceryListsKey } from '../lib/add-to-grocery-list.ts';
import { currentUid } from '../lib/identity/session.ts';
import { queryClient } from '../lib/query-client.ts';
import { destinations } from './navigation.ts';

/** The query keys of the documents that a screen shows, followed by the user's id. */
const keysByPath: Readonly<Record<string, readonly string[]>> = {
  '/grocery-list': groceryListsKey,
  '/meal-plan': ['meal-plan', 'weeks'],
};

const timeOf = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** The screens whose documents this page has loaded. */
addKeptPlaces(() =>
  destinations.flatMap(({ to, label, Icon }): KeptPlace[] => {
    const key = keysByPath[to];
    const uid = currentUid();
    if (!key || uid === null) return [];
    const cached = queryClient.getQueryCache().findAll({ queryKey: [...key, uid] });
    const fetchedAt = Math.max(...cached.map(({ state }) => state.dataUpdatedAt));
    return fetchedAt > 0 ? [{ to, title: label, text: `As of ${timeOf.format(fetchedAt)}`, Icon }] : [];
  }),
);
