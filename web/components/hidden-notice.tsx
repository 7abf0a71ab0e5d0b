import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HiddenNotice as Hidden } from '../../server/core/contracts/shared.ts';
import { followOwnModeration, ownModerationQuery } from '../lib/own-moderation.ts';
import { useReader } from '../lib/use-reader.ts';
import { Alert } from './alert.tsx';
import { Appeal } from './appeal.tsx';
import styles from './hidden-notice.module.css';

interface HiddenNoticeProps {
  /** Of the thing that is hidden. */
  id: string;
  hidden: Hidden;
}

/** For authors, on the page of what a moderator has hidden: why, and how to appeal. */
export function HiddenNotice({ id, hidden }: HiddenNoticeProps) {
  const { reader } = useReader();
  const { data } = useQuery({ ...ownModerationQuery(reader ?? ''), enabled: reader !== null });
  useEffect(followOwnModeration, []);
  const itself = data?.hidden.find((one) => one.id === id && one.commentId === undefined);
  // What is hidden with all that its author has published is appealed as a whole.
  const own = itself ?? data?.hidden.find(({ kind }) => kind === 'works');
  return (
    <Alert kind="warning" className={styles.notice}>
      <p className={styles.reason} dir="auto">
        <strong>Hidden by a moderator:</strong> {hidden.reason}
      </p>
      <p className={styles.who}>Only you still see it.</p>
      {own && <Appeal caseId={own.caseId} appeal={own.appeal} />}
    </Alert>
  );
}
