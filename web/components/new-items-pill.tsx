import { formatCount } from '../lib/format-count.ts';
import { maxUnseen } from '../lib/sync/pages.ts';
import { classNames } from './class-names.ts';
import { UpIcon } from './icons.tsx';
import styles from './new-items-pill.module.css';

export interface NewItemsPillProps {
  /** The number of new items. */
  count: number;
  /** The singular noun for an item. */
  singular: string;
  onShow: () => void;
  className?: string | undefined;
}

/** Announces new items, and shows them when pressed. It floats over the page, so that nothing moves. */
export function NewItemsPill({ count, singular, onShow, className }: NewItemsPillProps) {
  return (
    <div role="status" className={classNames(styles.place, className)}>
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <UpIcon size={16} />
          {count < maxUnseen ? formatCount(count, singular) : `${maxUnseen}+ ${singular}s`}
        </button>
      )}
    </div>
  );
}
