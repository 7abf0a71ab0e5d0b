import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { type Face, Faces } from '../../components/faces.tsx';
import styles from './left-to-buy.module.css';

export interface LeftToBuyProps {
  items: readonly GroceryItem[];
  /** Of the household that shares the list; undefined for a user's list. */
  members: readonly Face[] | undefined;
}

/** "7 to buy" or, in a household, its faces and "7 to buy, shared by 3". */
export function LeftToBuy({ items, members }: LeftToBuyProps) {
  if (!members) return items.length > 0 && <p className={styles.line}>{countText(items)}</p>;
  const shared = `shared by ${members.length}`;
  return (
    <p className={styles.line}>
      <Faces people={members} />
      {items.length > 0 ? `${countText(items)}, ${shared}` : 'Nothing to buy yet'}
    </p>
  );
}

function countText(items: readonly GroceryItem[]): string {
  const remaining = items.filter(({ checked }) => !checked).length;
  return remaining === 0 ? 'Everything is checked' : `${remaining} to buy`;
}
