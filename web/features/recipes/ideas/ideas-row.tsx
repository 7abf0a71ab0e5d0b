import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { afterFirstPaint } from '../../../lib/after-first-paint.ts';
import styles from './ideas.module.css';
import type { Ideas } from './ideas.tsx';

/**
 * Gentle suggestions for a signed-in user, in one line. The first is always there, so that nothing below it moves when the
 * others arrive after the first view.
 */
export function IdeasRow({ uid }: { uid: string }) {
  const [Others, setOthers] = useState<typeof Ideas>();
  useEffect(() => {
    // Without the code, there are no ideas.
    afterFirstPaint(
      () =>
        void import('./ideas.tsx').then(
          (module) => setOthers(() => module.Ideas),
          () => undefined,
        ),
    );
  }, []);
  return (
    <nav aria-label="Ideas" className={styles.row}>
      <Link to="/search?atHand=" className={styles.idea}>
        What can I cook?
      </Link>
      {Others && <Others uid={uid} />}
    </nav>
  );
}
