import type { ReactNode } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { IconLink } from '../../components/button.tsx';
import { type Face, Faces } from '../../components/faces.tsx';
import { rowsOf } from '../../lib/grocery-rows.ts';
import { HistoryIcon } from './icons.ts';
import styles from './left-to-buy.module.css';

export interface LeftToBuyProps {
  items: readonly GroceryItem[];
  /** Of the household that shares the list; undefined for a user's list. */
  members: readonly Face[] | undefined;
  /** As of when the list is, while there is no connection. */
  asOf: string | undefined;
  /** Further tools. */
  children?: ReactNode;
}

/** "7 to buy" or, in a household, its faces and "7 to buy, shared by 3"; beside it, the tools of the list. */
export const LeftToBuy = ({ items, members, asOf, children }: LeftToBuyProps) => (
  <div className={styles.line}>
    <p className={styles.count}>
      {members && <Faces people={members} />}
      <span>{countText(items, members, asOf)}</span>
    </p>
    <IconLink to="/grocery-list/history" label="History" icon={<HistoryIcon size={22} />} className={styles.tool} />
    <span className={styles.more}>{children}</span>
  </div>
);

function countText(
  items: readonly GroceryItem[],
  members: readonly Face[] | undefined,
  asOf: string | undefined,
): string {
  if (items.length === 0) return asOf === undefined ? 'Nothing to buy yet' : `Nothing to buy, as of ${asOf}`;
  const remaining = rowsOf(items.filter(({ checked }) => !checked)).length;
  const count = remaining === 0 ? 'Everything is checked' : `${remaining} to buy`;
  if (asOf !== undefined) return `${count}, as of ${asOf}`;
  // With more words, it would not fit on one line of a phone.
  return members && members.length > 1 && remaining > 0 ? `${count}, shared by ${members.length}` : count;
}
