import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { OwnModeration } from '../../server/core/contracts/moderation.ts';
import { followOwnModeration, ownModerationQuery } from '../lib/own-moderation.ts';
import { Alert } from './alert.tsx';
import { Appeal } from './appeal.tsx';
import { Card } from './card.tsx';
import styles from './decisions-about-me.module.css';

/** What moderators have decided about the user, on their own pages. Nothing until there is something. */
export function DecisionsAboutMe({ uid }: { uid: string }) {
  const { data } = useQuery(ownModerationQuery(uid));
  useEffect(followOwnModeration, []);
  return (
    <>
      {data?.suspension && <Suspension suspension={data.suspension} />}
      {data && data.hidden.length > 0 && <Hidden hidden={data.hidden} />}
    </>
  );
}

type Suspended = NonNullable<OwnModeration['suspension']>;

const dayOf = (until: string): string => new Date(until).toLocaleDateString('en-GB', { dateStyle: 'long' });

function Suspension({ suspension: { caseId, reason, until, appeal } }: { suspension: Suspended }) {
  return (
    <Alert kind="warning" className={styles.suspension}>
      <p dir="auto">
        <strong>You are suspended{until === null ? '' : ` until ${dayOf(until)}`}:</strong> {reason}
      </p>
      <p className={styles.rest}>
        You can read, and use your list and your plan. You cannot publish, comment or like, and your name and picture
        stay as they are.
      </p>
      <Appeal caseId={caseId} appeal={appeal} />
    </Alert>
  );
}

function Hidden({ hidden }: Pick<OwnModeration, 'hidden'>) {
  return (
    <Card as="section" className={styles.card} aria-labelledby="own-hidden">
      <h2 id="own-hidden" className={styles.title}>
        Hidden by a moderator
      </h2>
      <p className={styles.hint}>Only you still see this.</p>
      <ul className={styles.list}>
        {hidden.map(({ caseId, title, path, reason, appeal }) => (
          <li key={caseId} className={styles.item}>
            <p className={styles.name} dir="auto">
              {path === null ? title : <Link to={path}>{title}</Link>}
            </p>
            <p className={styles.reason} dir="auto">
              {reason}
            </p>
            <Appeal caseId={caseId} appeal={appeal} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
