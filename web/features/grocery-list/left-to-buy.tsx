import styles from './left-to-buy.module.css';
import type { ListedItem } from './pending.ts';

/** "7 to buy". */
export function LeftToBuy({ items }: { items: readonly ListedItem[] }) {
  if (items.length === 0) return null;
  const open = items.filter(({ checked }) => !checked).length;
  return <p className={styles.line}>{open === 0 ? 'Everything is checked' : `${open} to buy`}</p>;
}
