import { Link } from 'react-router-dom';
import type { Household } from '../../../server/core/contracts/households.ts';
import { AddIcon } from '../../components/icons.tsx';
import { Segments, segmentClass } from '../../components/segments.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { useGo } from '../../lib/use-go.ts';
import styles from './household-nav.module.css';
import { householdPath } from './household-path.ts';

const loadFounder = async () => (await import('./name-dialogs.tsx')).FoundDialog;

export interface HouseholdNavProps {
  uid: string;
  all: readonly Household[];
  /** The id of the household on the screen. */
  current: string;
  className?: string | undefined;
}

/** Links to the user's households, and founds another one. */
export function HouseholdNav({ uid, all, current, className }: HouseholdNavProps) {
  const founder = useDialog(loadFounder);
  const go = useGo();
  return (
    <>
      <Segments as="nav" label="Households" chosen={current} className={className}>
        {all.map(({ id, name }) => (
          <Link
            key={id}
            to={householdPath(id)}
            aria-current={id === current ? 'page' : undefined}
            className={segmentClass}
          >
            <span dir="auto">{name}</span>
          </Link>
        ))}
        <button type="button" className={segmentClass} aria-label="New household" onClick={founder.open}>
          <AddIcon size={16} />
          <span>
            New <span className={styles.wide}>household</span>
          </span>
        </button>
      </Segments>
      {founder.Dialog && (
        <founder.Dialog uid={uid} onFounded={({ id }) => go(householdPath(id))} onClose={founder.close} />
      )}
    </>
  );
}
