import { useState } from 'react';
import type { Household } from '../../../server/core/contracts/households.ts';
import { householdLimits } from '../../../server/core/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { useSubmission } from '../../components/use-submission.ts';
import { failureText } from '../../lib/failure-text.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { issueInvitation } from './api.ts';
import styles from './invite.module.css';
import { IssuedCode } from './issued-code.tsx';
import { useIssued } from './issued-invitations.ts';
import { Stepper } from './stepper.tsx';

export interface InviteProps {
  uid: string;
  household: Household;
}

/** Issues invitations, and shows the last one until it is used up. */
export function Invite({ uid, household }: InviteProps) {
  const { id, name, members } = household;
  const issued = useIssued(household);
  const [uses, setUses] = useState(issued?.uses ?? 1);
  const room = householdLimits.members - members.length;
  const { busy, failure, submit } = useSubmission(async () => {
    try {
      await sendIdempotently(`invitation.${id}`, { uses }, (sent) => issueInvitation(uid, id, sent));
      return undefined;
    } catch (error) {
      return failureText(error, 'Failed to create an invitation');
    }
  });
  // An invitation for another number of people is another invitation.
  const shown = issued?.uses === uses ? issued : undefined;
  return (
    <section aria-label="Invite someone" className={styles.invite}>
      <div>
        <h2 className={styles.title}>Invite someone</h2>
        <p className={styles.text}>
          {shown
            ? 'They scan this, open the link or type the code.'
            : 'With a link, a QR code or ten characters to type. It works for seven days.'}
        </p>
      </div>
      {shown && <IssuedCode household={household} issued={shown} />}
      <FailureAlert failure={failure} />
      {room > 0 && (
        <Stepper
          label={
            <>
              How many may join<span className={styles.wide}> with it</span>
            </>
          }
          value={uses}
          max={Math.max(uses, Math.min(room, householdLimits.uses))}
          disabled={busy}
          onChange={setUses}
        />
      )}
      {!shown && (
        <Button variant="primary" size="large" block busy={busy} disabled={room <= 0} onClick={() => submit()}>
          Create invitation
        </Button>
      )}
      {room <= 0 && (
        <p className={styles.full}>
          {name} has {householdLimits.members} members, as many as a household can have. Someone has to leave first.
        </p>
      )}
      <Announcement>{shown ? 'The invitation is ready' : ''}</Announcement>
    </section>
  );
}
