import { partialMatchKey } from '@tanstack/react-query';
import { addKeptPlaces, type KeptPlace } from '../components/kept-places.tsx';
import { groceryListsKey } from '../lib/add-to-grocery-list.ts';
import { currentUid } from '../lib/identity/session.ts';
import { queryClient } from '../lib/query-client.ts';
import { storedDocuments, seenAt as timeSeen } from '../lib/sync/kept-documents.ts';
import { timeText } from '../lib/time-text.ts';
import { destinations } from './navigation.ts';

/** The query keys of the documents that a screen shows, followed by the user's id. */
const keysByPath: Readonly<Record<string, readonly string[]>> = {
  '/grocery-list': groceryListsKey,
  '/meal-plan': ['meal-plan', 'weeks'],
};

/** The screens whose documents this page has loaded, or this browser has stored. */
addKeptPlaces(async () => {
  const uid = currentUid();
  if (uid === null) return [];
  const stored = await storedDocuments();
  return destinations.flatMap(({ to, label, Icon }): KeptPlace[] => {
    const queryKey = keysByPath[to] && [...keysByPath[to], uid];
    if (!queryKey) return [];
    const cached = queryClient.getQueryCache().findAll({ queryKey });
    const seenAt = Math.max(
      ...cached.map(({ state }) => (state.data === undefined ? 0 : timeSeen(state))),
      ...stored.filter(({ key }) => partialMatchKey(key, queryKey)).map((document) => document.seenAt),
    );
    return seenAt > 0 ? [{ to, title: label, text: `As of ${timeText(seenAt)}`, Icon }] : [];
  });
});
