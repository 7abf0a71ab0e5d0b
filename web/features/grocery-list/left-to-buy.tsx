import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import styles from './left-to-buy.module.css';

/** "7 to buy". */
export function LeftToBuy({ items }: { items: readonly GroceryItem[] }) {
  if (items.length === 0) return null;
  const remaining = items.filter(({ checked }) => !checked).length;
  return <p className={styles.line}>{remaining === 0 ? 'Everything is checked' : `${remaining} to buy`}</p>;
}
