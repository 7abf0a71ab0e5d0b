import type { SortOrder } from '../../../../server/core/contracts/finding.ts';
import { Button } from '../../../components/button.tsx';
import { CheckIcon, DownIcon } from '../../../components/icons.tsx';
import { useMenu } from '../../../components/use-menu.ts';
import type { Finding } from './finding.ts';
import styles from './search-screen.module.css';
import { orderTexts } from './texts.ts';

export interface SortMenuProps {
  finding: Finding;
  onChange: (sort: SortOrder | undefined) => void;
}

/** The order of the results. */
export function SortMenu({ finding, onChange }: SortMenuProps) {
  const { open, close, place, button, menu, item } = useMenu('Order');
  const usual: SortOrder = finding.q === '' ? 'newest' : 'best';
  const chosen = finding.sort ?? usual;
  const orders: SortOrder[] = [
    ...(finding.q === '' ? [] : (['best'] as const)),
    ...(['newest', 'mostLiked', 'quickest'] as const),
    ...(finding.atHand.length > 0 ? (['fewestMissing'] as const) : []),
  ];
  return (
    <div {...place} className={styles.sort}>
      <Button {...button} aria-label={`Order: ${orderTexts[chosen]}`}>
        {orderTexts[chosen]} <DownIcon size={14} />
      </Button>
      {open && (
        <div {...menu}>
          {orders.map((order) => (
            <button
              {...item}
              key={order}
              type="button"
              role="menuitemradio"
              aria-checked={order === chosen}
              onClick={() => {
                close();
                onChange(order === usual ? undefined : order);
              }}
            >
              {orderTexts[order]}
              {order === chosen && <CheckIcon size={16} className={styles.checked} />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
