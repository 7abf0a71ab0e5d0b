import { chooseHousehold } from '../lib/households/saved-households.ts';
import styles from './household-switch.module.css';
import { Segments, segmentClass } from './segments.tsx';
import type { Whose } from './use-whose.ts';

export interface HouseholdSwitchProps {
  /** "Whose list". */
  label: string;
  reader: string;
  shown: Whose;
}

/** Chooses between the user's own list and plan and those of their households. Hidden from a user without households. */
export function HouseholdSwitch({ label, reader, shown: { whose, all } }: HouseholdSwitchProps) {
  if (all.length === 0) return null;
  return (
    <Segments label={label} chosen={whose} className={styles.switch}>
      <button
        type="button"
        className={segmentClass}
        aria-pressed={whose === reader}
        onClick={() => chooseHousehold(null)}
      >
        Just me
      </button>
      {all.map((household) => (
        <button
          key={household.id}
          type="button"
          className={segmentClass}
          aria-pressed={whose === household.id}
          onClick={() => chooseHousehold(household)}
        >
          <span dir="auto">{household.name}</span>
        </button>
      ))}
    </Segments>
  );
}
