import type { GroceryItem, NamedUser } from '../../../server/core/contracts/grocery-list.ts';
import type { Entry } from './entry.ts';
import type { CachedList } from './list-cache.ts';

/** A change on its way to the server. `key` is sent as the idempotency key, so that a retry changes nothing twice. */
export type ListChangeRequest = { key: string } & (
  | { kind: 'add'; items: readonly GroceryItem[]; known: readonly string[] }
  | { kind: 'check'; id: string; checked: boolean; by: NamedUser }
  | { kind: 'edit'; id: string; entry: Entry }
  | { kind: 'remove'; id: string }
  | { kind: 'clear'; ids: readonly string[] }
  | { kind: 'restore'; items: readonly GroceryItem[] }
);

/** An item as the screen shows it. `key` stays the same when a new item gets its id from the server. */
export interface ListedItem extends GroceryItem {
  key: string;
}

const newItemPrefix = 'new-';

/** An item that is shown before the server has given it an id; it stands at the end of the list. */
export const provisionalItem = (entry: Entry, by: NamedUser, now: Date): GroceryItem => ({
  id: `${newItemPrefix}${crypto.randomUUID()}`,
  ...entry,
  checked: false,
  addedBy: by,
  addedAt: now.toISOString(),
  order: Number.MAX_SAFE_INTEGER,
});

export const isProvisional = (id: string): boolean => id.startsWith(newItemPrefix);

export const idGivenTo = (list: Pick<CachedList, 'givenIds'>, id: string): string => list.givenIds[id] ?? id;

const sameEntry = (a: GroceryItem, b: GroceryItem): boolean =>
  a.name === b.name && a.amount === b.amount && a.unit === b.unit && a.addedBy.uid === b.addedBy.uid;

/**
 * The list with the changes on their way laid over it. Each says how things shall be, so that it does no harm when the
 * server's word about it is there already; and when it fails, leaving it out gives exactly what the server knows.
 */
export function withPending(list: CachedList, requests: readonly ListChangeRequest[]): ListedItem[] {
  const keys = new Map(Object.entries(list.givenIds).map(([shown, id]) => [id, shown]));
  const items = new Map<string, ListedItem>(
    list.items.map((item) => [item.id, { ...item, key: keys.get(item.id) ?? item.id }]),
  );
  const given = new Map(Object.entries(list.givenIds));
  for (const request of requests) apply(request, items, given);
  return [...items.values()].sort((a, b) => a.order - b.order);
}

export const sameForReaders = (a: GroceryItem, b: GroceryItem): boolean =>
  a.name === b.name && a.amount === b.amount && a.unit === b.unit && a.checked === b.checked;

/**
 * What a request's new items are called by the server, where all that it asks for is confirmed already; undefined where
 * it would still change something.
 */
export function givenIfDone(list: CachedList, request: ListChangeRequest): CachedList['givenIds'] | undefined {
  const confirmed = new Map(list.items.map((item) => [item.id, item]));
  // What is not there any more was not changed, though nothing is left to change.
  if ((request.kind === 'check' || request.kind === 'edit') && !confirmed.has(idGivenTo(list, request.id))) return;
  const asked = withPending(list, [request]);
  const isConfirmed = (item: ListedItem) => {
    const known = confirmed.get(item.id);
    return known !== undefined && sameForReaders(known, item);
  };
  if (asked.length !== confirmed.size || !asked.every(isConfirmed)) return undefined;
  return Object.fromEntries(asked.flatMap(({ key, id }) => (key === id ? [] : [[key, id]])));
}

/** @param given ids of the server by those under which new items were shown first; more of them where a request finds them */
function apply(request: ListChangeRequest, items: Map<string, ListedItem>, given: Map<string, string>): void {
  const idOf = (id: string): string => given.get(id) ?? id;
  switch (request.kind) {
    case 'add':
      add(request, items, given);
      return;
    case 'check':
      change(items, idOf(request.id), ({ checkedBy: _, ...item }) => ({
        ...item,
        checked: request.checked,
        ...(request.checked && { checkedBy: request.by }),
      }));
      return;
    case 'edit':
      change(items, idOf(request.id), (item) => ({ ...item, ...request.entry }));
      return;
    case 'remove':
      items.delete(idOf(request.id));
      return;
    case 'clear':
      for (const id of request.ids) items.delete(idOf(id));
      return;
    case 'restore':
      for (const item of request.items) {
        const id = idOf(item.id);
        if (!items.has(id)) items.set(id, { ...item, id, key: item.id });
      }
      return;
  }
}

const change = (items: Map<string, ListedItem>, id: string, to: (item: ListedItem) => ListedItem): void => {
  const item = items.get(id);
  if (item) items.set(id, to(item));
};

/** The live message about an added item may come before the answer that tells its id: they are told by their likeness. */
function add(
  request: Extract<ListChangeRequest, { kind: 'add' }>,
  items: Map<string, ListedItem>,
  given: Map<string, string>,
): void {
  const known = new Set(request.known);
  const arrived = [...items.values()].filter((item) => !known.has(item.id) && item.key === item.id);
  for (const item of request.items) {
    if (given.has(item.id)) continue;
    const at = arrived.findIndex((candidate) => sameEntry(candidate, item));
    const [same] = at < 0 ? [] : arrived.splice(at, 1);
    if (same) {
      items.set(same.id, { ...same, key: item.id });
      given.set(item.id, same.id);
    } else items.set(item.id, { ...item, key: item.id });
  }
}
