import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button, LinkButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureAlert, useFailure } from '../../components/failure.tsx';
import { MealPlanIcon } from '../../components/icons.tsx';
import { LinkField } from '../../components/link-field.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { useShareLink } from '../../components/use-share-link.ts';
import { failureText } from '../../lib/failure-text.ts';
import { calendarLinkQuery, createCalendarLink, revokeCalendarLink } from './calendar-link.ts';
import styles from './calendar-link-dialog.module.css';
import { formatDate, localDate } from './weeks.ts';

export interface CalendarLinkDialogProps {
  uid: string;
  /** The id of the plan's owner: a user or a household. */
  whose: string;
  onClose: () => void;
}

/** Creates and revokes the user's link to a plan for calendar applications. */
export function CalendarLinkDialog({ uid, whose, onClose }: CalendarLinkDialogProps) {
  const query = useQuery(calendarLinkQuery(uid, whose));
  /** The address of the link that was created in this dialog. */
  const [url, showUrl] = useState<string>();
  const [running, setRunning] = useState<'create' | 'revoke'>();
  const [failure, showFailure] = useFailure();
  const content = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');

  const run = async (name: 'create' | 'revoke', work: () => Promise<string>, failed: string) => {
    if (running) return;
    setRunning(name);
    try {
      announce(await work());
      content.current?.focus(); // The pressed button disappears.
      showFailure(undefined);
    } catch (error) {
      showFailure(failureText(error, failed));
    } finally {
      setRunning(undefined);
    }
  };
  const create = () =>
    run(
      'create',
      async () => {
        showUrl(await createCalendarLink(uid, whose));
        return 'The link is ready';
      },
      'Failed to create the link',
    );
  const revoke = () =>
    run(
      'revoke',
      async () => {
        await revokeCalendarLink(uid, whose);
        showUrl(undefined);
        return 'The link was revoked';
      },
      'Failed to revoke the link',
    );

  const createdAt = query.data?.createdAt;
  return (
    <Dialog title="Calendar link" onClose={onClose}>
      <div ref={content} className={styles.content} tabIndex={-1}>
        <p>
          Your calendar application can show this plan and follow its changes. Everyone who has the link can read the
          plan.
        </p>
        <LoadFailure query={query} subject="Your calendar link">
          {failureText(query.error, 'Failed to fetch the calendar link')}
        </LoadFailure>
        {query.isPending && !query.isError && (
          <Loading>
            <Skeleton height={52} radius="var(--radius-pill)" />
          </Loading>
        )}
        {createdAt && !url && (
          <p className={styles.note}>
            You created a link on {formatDate(localDate(new Date(createdAt)))}. It is not shown again; a new link
            replaces it.
          </p>
        )}
        {url && <CreatedLink url={url} />}
        <FailureAlert failure={failure} />
        {createdAt === null && (
          <Button variant="primary" size="large" block busy={running === 'create'} onClick={create}>
            Create link
          </Button>
        )}
        {createdAt && (
          <div className={styles.buttons}>
            <Button variant="quiet" busy={running === 'revoke'} onClick={revoke}>
              Revoke link
            </Button>
            {!url && (
              <Button variant="primary" busy={running === 'create'} onClick={create}>
                Create new link
              </Button>
            )}
          </div>
        )}
      </div>
      <Announcement>{announcement}</Announcement>
    </Dialog>
  );
}

function CreatedLink({ url }: { url: string }) {
  const { isCopied, copy } = useShareLink({
    title: 'Meal plan',
    url,
    failure: 'The link could not be copied. Select it instead.',
  });
  return (
    <>
      <LinkField url={url} isCopied={isCopied} onCopy={copy} />
      <LinkButton
        variant="primary"
        size="large"
        block
        icon={<MealPlanIcon size={18} />}
        to={url.replace(/^https?:/, 'webcal:')}
      >
        Subscribe in a calendar
      </LinkButton>
      <p className={styles.note}>Copy the link now if you need it elsewhere: it is not shown again.</p>
      <Announcement>{isCopied ? 'Link copied' : ''}</Announcement>
    </>
  );
}
