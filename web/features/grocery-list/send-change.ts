import type {
  AddedItems,
  ChangeGroceryItem,
  ClearItems,
  GroceryItem,
  RestoreItems,
} from '../../../server/core/contracts/grocery-list.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { asFirstTried } from '../../lib/first-try.ts';
import { type CachedList, foldAdded, foldAnswer, without } from './list-cache.ts';
import { idGivenTo, isProvisional, type ListChangeRequest } from './pending.ts';

/** An item whose adding failed was changed meanwhile: what happened to it has been said already. */
export class NeverAdded extends Error {}

export type Fold = (list: CachedList) => CachedList;

type Ids = [string, ...string[]];

const idsFor = asFirstTried<ListChangeRequest, Ids>();

/**
 * Sends a change and answers how the confirmed list takes it in.
 * @param known the list as it is confirmed
 */
export async function sendChange(
  uid: string,
  request: ListChangeRequest,
  known: CachedList | undefined,
): Promise<Fold> {
  const address = `/grocery-list/${uid}`;
  const itemAddress = (id: string) => `${address}/${confirmedId(known, id)}`;
  const options = { idempotencyKey: request.key, sender: uid };
  switch (request.kind) {
    case 'add': {
      const ingredients = request.items.map(({ name, amount, unit }) => ({ name, amount, unit }));
      const body = { userId: uid, ingredients };
      const { data, position } = await api.send<AddedItems>('POST', '/grocery-list', body, options);
      const shownAs = request.items.map(({ id }) => id);
      return (list) => foldAdded(list, position, data.items, shownAs);
    }
    case 'check':
      return patch(itemAddress(request.id), { checked: request.checked }, options);
    case 'edit':
      return patch(itemAddress(request.id), request.entry, options);
    case 'remove':
      return remove(itemAddress(request.id), confirmedId(known, request.id), options);
    case 'clear': {
      const ingredientIds = await idsFor(request, () => confirmedIds(known, request.ids));
      const body: ClearItems = { ingredientIds };
      const { position } = await api.send('DELETE', address, body, options);
      return (list) => foldAnswer(list, { position, changed: [], removed: ingredientIds });
    }
    case 'restore': {
      const shown = request.items.map(({ id }) => id);
      const body: RestoreItems = { ingredientIds: await idsFor(request, () => confirmedIds(known, shown)) };
      const { data, position } = await api.send<AddedItems>('POST', `${address}/restore`, body, options);
      return (list) => foldAnswer(list, { position, changed: data.items, removed: [] });
    }
  }
}

type Options = { idempotencyKey: string; sender: string };

async function patch(path: string, change: ChangeGroceryItem, options: Options): Promise<Fold> {
  const { data, position } = await api.send<GroceryItem>('PATCH', path, change, options);
  return (list) => foldAnswer(list, { position, changed: [data], removed: [] });
}

async function remove(path: string, id: string, options: Options): Promise<Fold> {
  try {
    const { position } = await api.send('DELETE', path, undefined, options);
    return (list) => foldAnswer(list, { position, changed: [], removed: [id] });
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return (list) => without(list, id); // Another member was faster.
    throw error;
  }
}

function confirmedId(list: CachedList | undefined, id: string): string {
  const [given] = confirmedIds(list, [id]);
  return given;
}

/** Those of the items that have an id of the server. @throws NeverAdded where none has */
function confirmedIds(list: CachedList | undefined, ids: readonly string[]): Ids {
  const given = ids.map((id) => (list ? idGivenTo(list, id) : id));
  const [first, ...others] = given.filter((id) => !isProvisional(id));
  if (first === undefined) throw new NeverAdded(`${ids.join(', ')} has no id of the server`);
  return [first, ...others];
}
