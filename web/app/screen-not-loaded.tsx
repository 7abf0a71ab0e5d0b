import { useEffect } from 'react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { NeedsConnection } from '../components/needs-connection.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { claimReload, type Obstacle } from '../lib/release.ts';
import { useUnsentChanges } from '../lib/unsent-changes.ts';
import styles from './not-found.module.css';

export interface ScreenNotLoadedProps {
  obstacle: Obstacle;
  retrying: boolean;
  onRetry: () => void;
}

/** In place of a screen whose code has not arrived. No error: it goes by itself. */
export function ScreenNotLoaded({ obstacle, retrying, onRetry }: ScreenNotLoadedProps) {
  return (
    <div className={styles.page}>
      <PageTitle title={obstacle === 'release' ? 'New version' : 'No connection'} />
      {obstacle === 'release' ? (
        <NewRelease />
      ) : (
        <NeedsConnection what="This page" retrying={retrying} onRetry={onRetry} />
      )}
    </div>
  );
}

/** Long enough (ms) to read why the page is about to be another. */
const reloadsAfterMs = 2_000;

/** Drafts outlast a reload; changes that wait to be sent do not, so it waits for them. */
function NewRelease() {
  const unsent = useUnsentChanges() > 0;
  useEffect(() => {
    if (unsent) return;
    const timer = setTimeout(() => {
      if (claimReload()) location.reload();
    }, reloadsAfterMs);
    return () => clearTimeout(timer);
  }, [unsent]);
  return (
    <div role="status">
      <EmptyState
        title="Potluck has been updated"
        text={
          unsent
            ? 'This page opens after a reload, as soon as your changes are sent.'
            : 'This page opens after a reload. What you have written is kept.'
        }
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      />
    </div>
  );
}
