import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { GroceryLists } from '../../../server/core/contracts/grocery-lists.ts';
import { useWhose, type Whose } from '../../components/use-whose.ts';
import { householdsQuery } from '../../lib/households/households.ts';
import { chooseHousehold, placeOf } from '../../lib/households/saved-households.ts';
import { chooseList, type FurtherList, saveLists, useSavedLists } from '../../lib/households/saved-lists.ts';
import { notify } from '../../lib/notices.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { ChosenCategories } from './categories.ts';
import { formatAddress, parseAddress } from './list-address.ts';
import { mainListName, ownersLists } from './owners-lists.ts';

/** The list on the screen. */
export interface ShownList {
  readonly owner: Whose;
  /** The id of the list if it is not the owner's main one, otherwise that of the owner. Addresses the list in the API. */
  readonly whose: string;
  /** The list; undefined for the main one. */
  readonly further: FurtherList | undefined;
  /** The owner's lists besides the main one, in the order in which they were opened. */
  readonly all: readonly FurtherList[];
  /** As the server has them, with the pending changes; undefined until they are fetched or restored. */
  readonly lists: GroceryLists | undefined;
}

/** The list that the user has chosen to see, of themself or of a household. Each owner's choice is remembered. */
export function useShownList(reader: string): ShownList {
  const owner = useWhose(reader);
  const { known, chosen } = useSavedLists(owner.whose);
  const query = ownersLists.query(reader, owner.whose);
  const { data, isFetching } = useQuery(query);
  const pending = ownersLists.usePending(reader, owner.whose);
  useEffect(ownersLists.follow, []);
  useEffect(() => {
    // What was kept of an earlier page may be outdated.
    const isCurrent = !isFetching && queryClient.getQueryState(query.queryKey)?.isInvalidated === false;
    if (!data || !isCurrent) return;
    const closed = saveLists(owner.whose, furtherListsIn(data));
    if (closed)
      notify.info(closed.name ? `${closed.name} was closed.` : 'This list was closed, or is not one of yours.');
  });
  useAddress(reader, owner, chosen);

  const lists = data && ownersLists.applyPending(data, pending);
  const all = lists ? furtherListsIn(lists) : known;
  const further = chosen === null ? undefined : (all.find(({ id }) => id === chosen) ?? { id: chosen, name: '' });
  return { owner, whose: chosen ?? owner.whose, further, all, lists };
}

const furtherListsIn = ({ items }: GroceryLists): FurtherList[] =>
  items.flatMap(({ id, name }) => (name === null ? [] : { id, name }));

/** Shows the list of the address, and keeps the address that of the shown list. */
function useAddress(reader: string, { whose, all }: Whose, chosen: string | null): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const handled = useRef('');
  const shown = formatAddress({ household: whose === reader ? null : whose, list: chosen }, search);
  useEffect(() => {
    const asked = parseAddress(search);
    if (asked.list !== null && search !== handled.current && search !== shown) {
      const asksFor = all.find(({ id }) => id === asked.household);
      if (asked.household === null || asksFor) {
        handled.current = search;
        chooseHousehold(asksFor ?? null);
        chooseList(asksFor?.id ?? reader, asked.list);
        return;
      }
      const isFetched = queryClient.getQueryData(householdsQuery(reader).queryKey) !== undefined;
      if (!isFetched) return;
      notify.info('This list belongs to a household of which you are not a member.');
    }
    handled.current = search;
    if (search !== shown) navigate({ search: shown }, { replace: true })?.catch(reportError);
  });
}

/** The name of a list of the owner; undefined if it was closed. */
export function listNameOf({ lists }: ShownList, listId: string): string | undefined {
  const list = lists?.items.find(({ id }) => id === listId);
  return list && (list.name ?? mainListName);
}

/**
 * The lists to which items of the shown one can be moved: the other lists of its owner, and the main lists of the user and
 * of their other households. Empty until the owner's are fetched.
 */
export function otherListsOf(reader: string, { lists, further, owner }: ShownList): readonly FurtherList[] {
  if (!lists) return [];
  const ofOwner = lists.items.filter(({ id, name }) => (further ? id !== further.id : name !== null));
  const owners = [...owner.all, { id: reader, name: placeOf(reader) ?? mainListName }];
  return [
    ...ofOwner.map(({ id, name }) => ({ id, name: name ?? mainListName })),
    ...owners.filter(({ id }) => id !== owner.whose).map(({ id, name }) => ({ id, name })),
  ];
}

/** What the owner has chosen about the categories of the shown list. */
export function chosenCategoriesOf({ lists, further }: ShownList): ChosenCategories {
  const shown = lists?.items.find(({ id, name }) => (further ? id === further.id : name === null));
  return {
    order: shown?.categories ?? [],
    remembered: new Map(lists?.remembered.map(({ name, category }) => [name, category])),
  };
}
