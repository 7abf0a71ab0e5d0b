import type { Household, OpenInvitation } from '../../../server/core/contracts/households.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { useHouseholdChange } from './api.ts';
import { formatDaysLeft, formatUses } from './dates.ts';
import { LinkIcon } from './icons.ts';
import styles from './open-invitations.module.css';
import { Panel } from './panel.tsx';

export interface OpenInvitationsProps {
  uid: string;
  household: Household;
}

/** The invitations that people can still join with: to the owner all, to another member their own. */
export function OpenInvitations({ uid, household }: OpenInvitationsProps) {
  const { invitations } = household;
  if (invitations.length === 0) return null;
  return (
    <Panel title="Pending invitations" count={invitations.length}>
      <ul>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} uid={uid} household={household} invitation={invitation} />
        ))}
      </ul>
      <p className={styles.note}>A code is shown once, when it is made. Here only whether it still works.</p>
    </Panel>
  );
}

function InvitationRow({ uid, household, invitation }: OpenInvitationsProps & { invitation: OpenInvitation }) {
  const change = useHouseholdChange(uid, household.id);
  const { id, issuedBy, expiresAt, usesLeft } = invitation;
  const daysLeft = formatDaysLeft(expiresAt, new Date());
  const issuer = household.members.find((member) => member.uid === issuedBy)?.name ?? 'a former member';
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <LinkIcon size={18} />
      </span>
      <div className={styles.main}>
        <div className={styles.words}>
          <p className={styles.issuer} dir="auto">
            By {issuedBy === uid ? 'you' : issuer}
          </p>
          <p className={styles.facts}>
            <span className={styles.wide}>For {formatUses(usesLeft)}</span>
            <span className={styles.phone}>
              {usesLeft === 1 ? 'One person' : `${usesLeft} people`}, {daysLeft.toLowerCase()}
            </span>
          </p>
        </div>
        <span className={classNames(styles.facts, styles.wide)}>{daysLeft}</span>
        <Button
          variant="quiet"
          className={styles.revoke}
          busy={change.isPending}
          onClick={() => change.mutate({ kind: 'revoke', invitationId: id })}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}
