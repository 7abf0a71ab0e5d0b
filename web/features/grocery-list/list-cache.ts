import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { positionAtLeast } from '../../lib/api-client.ts';
import { type News, withNews } from '../../lib/news.ts';
import { advanced, includes, isNews, rebased, type Versions, versionsAt } from '../../lib/versions.ts';

/** The list as the server has confirmed it; changes on their way are laid over it and never written into it. */
export interface CachedList {
  readonly listId: string;
  /** By `order`, ascending. */
  readonly items: readonly GroceryItem[];
  /** Parts are item ids, those of removed items too. */
  readonly versions: Versions;
  /** By item id. */
  readonly news: News;
  /** The id that the server gave to an item which was shown before it had one. */
  readonly givenIds: Readonly<Record<string, string>>;
}

export interface ListChange {
  position: string;
  changed: readonly GroceryItem[];
  removed: readonly string[];
}

/** What is on the screen while a change arrives, so that only what differs from it is marked as news. */
export interface Witness {
  at: number;
  shows: (item: GroceryItem) => boolean;
}

const byOrder = (a: GroceryItem, b: GroceryItem): number => a.order - b.order;

/** What the server answered at `position`; what was told about later positions meanwhile stays. */
export function fromAnswer(answer: GroceryList, position: string, former?: CachedList): CachedList {
  if (!former || former.listId !== answer.listId) {
    return { listId: answer.listId, items: answer.items, versions: versionsAt(position), news: {}, givenIds: {} };
  }
  if (!positionAtLeast(position, former.versions.base)) return former;
  const versions = rebased(former.versions, position);
  const toldLater = ({ id }: GroceryItem) => versions.parts[id] !== undefined;
  const items = [...answer.items.filter((item) => !toldLater(item)), ...former.items.filter(toldLater)].sort(byOrder);
  // Also of those that are gone: by it they are put back.
  const givenIds = Object.fromEntries(Object.entries(former.givenIds).slice(-groceryLimits.items));
  return { ...former, items, versions, givenIds };
}

type IsNew = (id: string, item?: GroceryItem) => boolean;

/** Takes in what a live message tells; the same list comes back when it tells nothing new. */
export function foldChange(list: CachedList, change: ListChange, witness?: Witness): CachedList {
  const isShown = (id: string, item?: GroceryItem) =>
    JSON.stringify(list.items.find((listed) => listed.id === id)) === JSON.stringify(item);
  const { position } = change;
  const isNew: IsNew = (id, item) =>
    isNews(list.versions, id, position) && !(includes(list.versions, id, position) && isShown(id, item));
  return withChange(list, change, isNew, witness);
}

/** Takes in the answer to a write, unless a message has told of its position already: that counts more, see `isNews`. */
export const foldAnswer = (list: CachedList, change: ListChange): CachedList =>
  withChange(list, change, (id) => !includes(list.versions, id, change.position));

function withChange(
  list: CachedList,
  { position, changed, removed }: ListChange,
  isNew: IsNew,
  witness?: Witness,
): CachedList {
  const upserts = new Map(changed.filter((item) => isNew(item.id, item)).map((item) => [item.id, item]));
  const gone = new Set(removed.filter((id) => isNew(id)));
  if (upserts.size + gone.size === 0) return list;
  const kept = list.items.filter(({ id }) => !upserts.has(id) && !gone.has(id));
  return {
    ...list,
    items: [...kept, ...upserts.values()].sort(byOrder),
    versions: advanced(list.versions, [...upserts.keys(), ...gone], position),
    news: witness ? withNews(list.news, newTo(witness, [...upserts.values()]), witness.at) : list.news,
  };
}

const newTo = ({ shows }: Witness, changed: readonly GroceryItem[]): string[] =>
  changed.filter((item) => !shows(item)).map(({ id }) => id);

/** An item that the server no longer knows; when it went is not known. */
export const without = (list: CachedList, id: string): CachedList => ({
  ...list,
  items: list.items.filter((item) => item.id !== id),
});

/** Added items were confirmed under the ids that the server gave them, in the order in which they were sent. */
export function foldAdded(
  list: CachedList,
  position: string,
  added: readonly GroceryItem[],
  shownAs: readonly string[],
): CachedList {
  const given = Object.fromEntries(
    shownAs.flatMap((shown, i) => {
      const item = added[i];
      return item ? [[shown, item.id]] : [];
    }),
  );
  const folded = foldAnswer(list, { position, changed: added, removed: [] });
  return { ...folded, givenIds: { ...folded.givenIds, ...given } };
}
