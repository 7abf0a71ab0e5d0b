import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { InvitedTo } from '../../../server/core/contracts/households.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { LockIcon } from '../../components/icons.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useSubmission } from '../../components/use-submission.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type SessionUser, useSession } from '../../lib/identity/session.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { useGo } from '../../lib/use-go.ts';
import { invitationQuery, joinHousehold } from './api.ts';
import { BringItems, openItemsQuery, showBrought } from './bring-items.tsx';
import { householdPath } from './household-path.ts';
import { refusalOf } from './invitation-refusals.ts';
import { InvitationRefused } from './invitation-refused.tsx';
import { JoinPage } from './join-page.tsx';
import styles from './join-screen.module.css';
import { JoinSkeleton } from './join-skeleton.tsx';

/** What the user would join with the code in the path. The route is for signed-in users only. */
export function JoinScreen() {
  const { code = '' } = useParams();
  const session = useSession();
  return session.status === 'signedIn' && <Invitation key={code} user={session.user} code={code} />;
}

function Invitation({ user, code }: { user: SessionUser; code: string }) {
  const query = useQuery(invitationQuery(user.uid, code));
  const { data, error } = query;
  /** Why joining was refused: the invitation has ended since it was shown. */
  const [refused, setRefused] = useState<unknown>();
  const refusal = refusalOf(refused ?? error);
  if (refusal) return <InvitationRefused refusal={refusal} code={code} />;
  if (data?.isMember) return <InvitationRefused refusal={alreadyJoined(data)} code={code} />;
  if (data) return <Offer user={user} code={code} invitedTo={data} onRefused={setRefused} />;
  if (!error) return <JoinSkeleton />;
  return (
    <JoinPage>
      <PageTitle title="Invitation" />
      <LoadFailure query={query} subject="The invitation" className={styles.alert}>
        {failureText(error, 'The invitation could not be opened.')}
      </LoadFailure>
    </JoinPage>
  );
}

const alreadyJoined = ({ name }: InvitedTo) => ({
  title: `You are in ${name} already`,
  text: 'Its list and its plan are yours to share.',
  action: { label: 'My households', to: '/households' },
});

interface OfferProps {
  user: SessionUser;
  code: string;
  invitedTo: InvitedTo;
  onRefused: (error: unknown) => void;
}

function Offer({ user, code, invitedTo: { name, invitedBy }, onRefused }: OfferProps) {
  const go = useGo();
  const { data: names = [] } = useQuery(openItemsQuery(user.uid));
  const [isBringing, setIsBringing] = useState(true);
  const form = { code, ...(names.length > 0 && { bringItems: isBringing }) };
  const { busy, failure, submit } = useSubmission(async () => {
    try {
      const joined = await sendIdempotently(`join.${user.uid}`, form, (sent) => joinHousehold(user.uid, sent));
      go(householdPath(joined.id), { replace: true });
      showBrought(user.uid, joined);
      return undefined;
    } catch (error) {
      if (!refusalOf(error)) return failureText(error, `You could not join ${name}. Check your connection.`);
      onRefused(error);
      return undefined;
    }
  });
  return (
    <JoinPage>
      {/* The invitation does not include the id of its author, so the name chooses the colours. */}
      <Avatar
        uid={invitedBy.name}
        name={invitedBy.name}
        photoURL={invitedBy.avatar}
        size={80}
        className={styles.face}
      />
      <div className={styles.title}>
        <PageTitle title={`${invitedBy.name} invites you to ${name}`} />
      </div>
      <p className={styles.lead}>You would share one grocery list and one meal plan, live on everybody’s devices.</p>
      <Card className={styles.card}>
        {names.length > 0 && <BringItems names={names} household={name} on={isBringing} onChange={setIsBringing} />}
        <div className={styles.private}>
          <LockIcon size={20} className={styles.lock} />
          <p>Members and list show once you have joined. You can leave at any time.</p>
        </div>
      </Card>
      <div className={styles.foot}>
        <p className={styles.joiner}>
          <Avatar uid={user.uid} name={user.name} photoURL={user.photoURL} size={24} />
          <span>Joining as {user.name}</span>
        </p>
        <FailureAlert failure={failure} />
        <Button variant="primary" size="large" block busy={busy} onClick={() => submit()}>
          Join {name}
        </Button>
        <LinkButton variant="quiet" block to="/">
          Not now
        </LinkButton>
      </div>
    </JoinPage>
  );
}
