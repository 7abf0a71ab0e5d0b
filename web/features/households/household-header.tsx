import type { Household } from '../../../server/core/contracts/households.ts';
import { IconButton } from '../../components/button.tsx';
import { Faces } from '../../components/faces.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { PencilIcon } from '../../components/pencil-icon.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import styles from './household-header.module.css';
import { HouseholdNav } from './household-nav.tsx';
import { isOwner } from './roles.ts';

const loadRenamer = async () => (await import('./name-dialogs.tsx')).RenameDialog;

export interface HouseholdHeaderProps {
  uid: string;
  household: Household;
  all: readonly Household[];
}

export function HouseholdHeader({ uid, household, all }: HouseholdHeaderProps) {
  const renamer = useDialog(loadRenamer);
  const { id, name, members } = household;
  return (
    <header className={styles.header}>
      <PageTitle title={name}>
        {isOwner(household, uid) && (
          <IconButton label="Rename household" icon={<PencilIcon />} className={styles.rename} onClick={renamer.open} />
        )}
        <HouseholdNav uid={uid} all={all} current={id} className={styles.nav} />
      </PageTitle>
      <p className={styles.members}>
        <Faces people={members} />
        {members.length === 1 ? (
          'A grocery list and a meal plan to share'
        ) : (
          <>
            <span className={styles.long}>{members.length} members share a grocery list and a meal plan</span>
            <span className={styles.short}>A list and a plan for {members.length}</span>
          </>
        )}
      </p>
      {renamer.Dialog && <renamer.Dialog uid={uid} household={household} onClose={renamer.close} />}
    </header>
  );
}
