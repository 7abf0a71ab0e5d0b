import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { groceryListsKey } from '../../lib/add-to-grocery-list.ts';
import { api } from '../../lib/api-client.ts';
import { amendDraft } from '../../lib/drafts.ts';
import { showList } from '../../lib/households/show-list.ts';
import { addRecentChanges, type RecentChanges } from '../../lib/recent-changes.ts';
import { createStore } from '../../lib/store.ts';
import { syncedDocuments } from '../../lib/sync/synced-documents.ts';
import { conflictOf, describeChange, explainRefusal, type ListOfReader } from './describe-change.ts';
import type { Entry } from './entry.ts';
import { foldList } from './fold-list.ts';
import { applyChange, dependsOn, hasSameContent, type ListChange } from './list-changes.ts';
import { sendChange } from './send-change.ts';

/** Items that another device has recently changed, by id. */
export const changedByOthers = createStore<RecentChanges>({});

export const lists = syncedDocuments<GroceryList, ListChange, ListOfReader>({
  queryKey: groceryListsKey,
  isKept: true,
  isSentTogether: ({ kind }) => kind !== 'move',
  fetch: async ([, whose], options) => {
    const { data } = await api.get<GroceryList>(`/grocery-list/${whose}`, options);
    // During an upgrade, an older server may respond without a revision.
    return { ...data, revision: data.revision ?? null };
  },
  fold: foldList,
  apply: applyChange,
  send: ([reader, whose], change, write) => sendChange(reader, whose, change, write),
  dependsOn,
  describe: describeChange,
  explain: (_, change, error) => explainRefusal(change, error),
  conflict: (list, changes, { code }) => (code === 'ITEM_CHANGED_MEANWHILE' ? conflictOf(list, changes) : undefined),
  canRevise: (change) => change.kind === 'add' && isTyped(change.items),
  revise: ([reader, whose], change) => {
    if (change.kind === 'add') returnToAddBox(showList(reader, whose), change.items);
    return '/grocery-list';
  },
  onMessage: (before, after) => {
    const previousItems = new Map(before.items.map((item) => [item.id, item]));
    const changed = after.items.filter((item) => {
      const previous = previousItems.get(item.id);
      return !previous || !hasSameContent(previous, item);
    });
    const ids = changed.map(({ id }) => id);
    if (ids.length > 0) changedByOthers.set(addRecentChanges(changedByOthers.get(), ids, Date.now()));
  },
});

/** The key of the draft in the add box of a list. */
export const addBoxDraftKey = (whose: string): string => `grocery.${whose}`;

/** Items of a recipe were not typed. */
const isTyped = (items: readonly GroceryItem[]): boolean => !items.some(({ recipeTitle }) => recipeTitle);

/** Puts items that were not saved back into the add box, after what the user has typed there: they are nowhere else then. */
const returnToAddBox = (whose: string, items: readonly Entry[]) =>
  amendDraft(addBoxDraftKey(whose), (typed) => [typed, ...items.map(formatEntry)].filter(Boolean).join('; '));

const formatEntry = ({ name, amount, unit }: Entry): string =>
  [name, `${amount} ${unit}`.trim()].filter((part) => part !== '').join(', ');
