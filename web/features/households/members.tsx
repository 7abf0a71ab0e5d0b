import type { Household } from '../../../server/core/contracts/households.ts';
import { householdLimits } from '../../../server/core/contracts/limits.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useHouseholdChange } from './api.ts';
import { formatDay } from './dates.ts';
import { MemberMenu } from './member-menu.tsx';
import styles from './members.module.css';
import { Panel } from './panel.tsx';
import { RoleChip } from './role-chip.tsx';
import { isOwner, type Member } from './roles.ts';

export interface MembersProps {
  uid: string;
  household: Household;
}

export function Members({ uid, household }: MembersProps) {
  const { members } = household;
  const ownsIt = isOwner(household, uid);
  return (
    <Panel title="Members" count={`${members.length} of ${householdLimits.members}`}>
      <ul>
        {members.map((member) => (
          <MemberRow
            key={member.uid}
            uid={uid}
            household={household}
            member={member}
            isRemovable={ownsIt && member.uid !== uid}
          />
        ))}
      </ul>
    </Panel>
  );
}

function MemberRow({ uid, household, member, isRemovable }: MembersProps & { member: Member; isRemovable: boolean }) {
  const change = useHouseholdChange(uid, household.id);
  const { name, avatar, role, joinedAt } = member;
  return (
    <li className={styles.row} aria-busy={change.isPending || undefined}>
      <Avatar uid={member.uid} name={name} photoURL={avatar} size={44} />
      <div className={styles.main}>
        <div className={styles.words}>
          <p className={styles.name} dir="auto">
            {name}
          </p>
          <p className={styles.since}>
            {member.uid === uid ? (
              'You'
            ) : (
              <>
                {/* On a phone, these words replace the chip. */}
                {role === 'member' && <span className={styles.phone}>Member since</span>}
                <span className={role === 'member' ? styles.wide : undefined}>Since</span>{' '}
                <time dateTime={joinedAt}>{formatDay(joinedAt, new Date())}</time>
              </>
            )}
          </p>
        </div>
        <span className={role === 'member' ? styles.wide : undefined}>
          <RoleChip isOwner={role === 'owner'} />
        </span>
        <div className={styles.menu}>
          {change.isPending && <Spinner />}
          {isRemovable && !change.isPending && (
            <MemberMenu household={household} member={member} onChoose={(chosen) => change.mutate(chosen)} />
          )}
        </div>
      </div>
    </li>
  );
}
