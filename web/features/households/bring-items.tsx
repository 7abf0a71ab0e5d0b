import { queryOptions } from '@tanstack/react-query';
import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import type { MoveItems } from '../../../server/core/contracts/grocery-lists.ts';
import type { JoinedHousehold } from '../../../server/core/contracts/households.ts';
import { SwitchField } from '../../components/switch-field.tsx';
import { groceryListsKey } from '../../lib/add-to-grocery-list.ts';
import { api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import { notify } from '../../lib/notices.ts';
import { queryClient } from '../../lib/query-client.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import styles from './join-screen.module.css';

/** The names of the unchecked items on the user's own list. */
export const openItemsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['households', 'open-items', uid],
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data } = await api.get<GroceryList>(`/grocery-list/${uid}`, { signal });
      return data.items.filter(({ checked }: GroceryItem) => !checked).map(({ name }) => name);
    },
    meta: { reader: uid },
    staleTime: 0,
  });

export interface BringItemsProps {
  names: readonly string[];
  household: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Whether the user takes the open items of their own list along. */
export const BringItems = ({ names, household, on, onChange }: BringItemsProps) => (
  <div className={styles.bring}>
    <SwitchField
      label={`Bring my ${formatCount(names.length, 'item')}`}
      hint={`${listNames(names, 4)} ${names.length === 1 ? 'moves' : 'move'} from Just me to ${household}`}
      on={on}
      onChange={onChange}
    />
  </div>
);

/** Says what was brought, and offers to undo it. */
export function showBrought(uid: string, { id, name, brought }: JoinedHousehold): void {
  queryClient.invalidateQueries({ queryKey: groceryListsKey }).catch(reportError);
  if (!brought) return;
  const { count, left, changeId, ingredientIds } = brought;
  if (left > 0) notify.info(`The list of ${name} is full: your ${formatCount(left, 'item')} stayed on your own list.`);
  if (count === 0) return;
  undoOffers.show({
    changeKey: changeId,
    message: (
      <>
        Moved <b>{formatCount(count, 'item')}</b> to {name}
      </>
    ),
    onUndo: () => {
      undoBringing(uid, id, ingredientIds).catch((error) =>
        notify.error(failureText(error, 'Failed to move the items back')),
      );
    },
  });
}

/** Moves those back that nobody has removed meanwhile. */
async function undoBringing(uid: string, householdId: string, ingredientIds: string[]): Promise<void> {
  const { data: own } = await api.get<GroceryList>(`/grocery-list/${uid}`);
  const body: MoveItems = { ingredientIds, to: own.listId };
  await api.send('POST', `/grocery-list/${householdId}/move`, body, { sender: uid });
  await queryClient.invalidateQueries({ queryKey: groceryListsKey });
}
