import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { NeedsConnection } from '../components/needs-connection.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { StatusPill } from '../components/status-pill.tsx';
import { claimReload, type Obstacle } from '../lib/release.ts';
import { useUnstoredCount } from '../lib/sync/refused-changes.ts';
import { destinations, includesPath } from './navigation.ts';
import styles from './not-found.module.css';

/** Replaces a screen whose code has not loaded. Not shown as an error, because it recovers by itself. */
export function ScreenNotLoaded({ obstacle }: { obstacle: Obstacle }) {
  const { pathname } = useLocation();
  if (obstacle === 'release') {
    return (
      <div className={styles.page} data-not-shown>
        <PageTitle title="New version" />
        <NewRelease />
      </div>
    );
  }
  const destination = destinations.find((each) => includesPath(each, pathname));
  return (
    <div className={styles.page} data-not-shown>
      <PageTitle title={destination?.label ?? 'No connection'}>
        <StatusPill status="offline" />
      </PageTitle>
      <NeedsConnection subject="This page" />
    </div>
  );
}

/** Long enough to read why the page reloads. */
const reloadDelayMs = 2_000;

/** Drafts survive a reload but unsent changes do not, so the reload waits until they are sent. */
function NewRelease() {
  const hasUnsent = useUnstoredCount() > 0;
  useEffect(() => {
    if (hasUnsent) return;
    const timer = setTimeout(() => {
      if (claimReload()) location.reload();
    }, reloadDelayMs);
    return () => clearTimeout(timer);
  }, [hasUnsent]);
  return (
    <div role="status">
      <EmptyState
        title="Potluck has been updated"
        text={
          hasUnsent
            ? 'This page opens after a reload, as soon as your changes are sent.'
            : 'This page opens after a reload. What you have written is kept.'
        }
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      />
    </div>
  );
}
