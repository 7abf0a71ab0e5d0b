import type { ReactNode } from 'react';
import type { FoundRecipes } from '../../../../server/core/contracts/finding.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import styles from './filters.module.css';
import { countText } from './texts.ts';

export interface FiltersSheetProps {
  /** Undefined while it is loaded. */
  found: FoundRecipes | undefined;
  onClose: () => void;
  /** Undefined if there is nothing to clear. */
  onClear: (() => void) | undefined;
  children: ReactNode;
}

/** The filters on a phone. They apply at once; the button at the foot says how many recipes there are. */
export const FiltersSheet = ({ found, onClose, onClear, children }: FiltersSheetProps) => (
  <Dialog sheet title="Filters" onClose={onClose}>
    {children}
    <div className={styles.foot}>
      {onClear && (
        <Button size="large" onClick={onClear}>
          Clear
        </Button>
      )}
      <Button variant="primary" size="large" className={styles.show} onClick={onClose}>
        {found && found.total > 0 ? `Show ${countText(found.total, found.isComplete).toLowerCase()}` : 'Close'}
      </Button>
    </div>
  </Dialog>
);
