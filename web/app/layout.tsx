import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { Notices } from '../components/notice.tsx';
import { UndoBar } from '../components/undo-bar.tsx';
import { type Session, useSession } from '../lib/identity/session.ts';
import { queryClient } from '../lib/query-client.ts';
import { useUnsentChanges } from '../lib/unsent-changes.ts';
import { useAskBeforeLeaving } from '../lib/use-ask-before-leaving.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './layout.module.css';
import { isRecipe } from './navigation.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every screen. The screen itself comes once it is known whether somebody is signed in. */
export function Layout({ children }: { children: ReactNode }) {
  const session = useSession();
  const signedIn = session.status === 'signedIn';
  const { pathname } = useLocation();
  const onRecipe = isRecipe(pathname);
  const main = useRef<HTMLElement>(null);
  useForgetOthersData(session);
  useAskBeforeLeaving(useUnsentChanges() > 0);

  return (
    <div className={styles.app} data-bottom-bar={onRecipe ? 'action' : signedIn}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <TopBar session={session} />
      <Arrival pathname={pathname} main={main} />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={pathname}>{session.status === 'loading' ? <PageSkeleton /> : children}</ErrorBoundary>
      </main>
      <div className={styles.floating}>
        <Notices />
        <UndoBar />
      </div>
      {signedIn && !onRecipe && <BottomBar />}
    </div>
  );
}

/**
 * A new screen begins at its top, also with a screen reader and by keyboard. Its effect runs before those of the screen, as it
 * stands before it, so that a screen can begin elsewhere.
 */
function Arrival({ pathname, main }: { pathname: string; main: RefObject<HTMLElement | null> }) {
  const shown = useRef(pathname);
  const movedBack = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!movedBack) window.scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname, movedBack, main]);
  return null;
}

/** What was read for one user is not shown to the next. */
function useForgetOthersData(session: Session) {
  const uid = session.status === 'signedIn' ? session.user.uid : undefined;
  const known = useRef(uid);
  useEffect(() => {
    if (known.current === uid) return;
    known.current = uid;
    queryClient.resetQueries().catch(reportError);
  }, [uid]);
}
