import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { NotSavedNotice } from '../components/not-saved-notice.tsx';
import { Notices } from '../components/notice.tsx';
import { UndoBar } from '../components/undo-bar.tsx';
import { useSession } from '../lib/identity/session.ts';
import { useUnstoredCount } from '../lib/sync/refused-changes.ts';
import { useAskBeforeLeaving } from '../lib/use-ask-before-leaving.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './layout.module.css';
import { isCooking, isInvitation, isPost, isRecipe } from './navigation.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { KeyboardShortcuts } from './shortcuts/keyboard-shortcuts.tsx';
import { TimerAlerts } from './timer-alerts.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every screen. The screen itself renders once the session is known. */
export function Layout({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname } = useLocation();
  const hasAction = isRecipe(pathname) || isPost(pathname);
  const onCooking = isCooking(pathname);
  const hasBottomBar = session.status === 'signedIn' && !hasAction && !onCooking && !isInvitation(pathname);
  const main = useRef<HTMLElement>(null);
  useAskBeforeLeaving(useUnstoredCount() > 0);

  return (
    <div className={styles.app} data-bottom-bar={onCooking ? 'cooking' : hasAction ? 'action' : hasBottomBar}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <TopBar session={session} />
      <ResetOnNavigation pathname={pathname} main={main} />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={pathname}>{session.status === 'loading' ? <PageSkeleton /> : children}</ErrorBoundary>
      </main>
      <div className={styles.floating} data-floating>
        {!onCooking && <TimerAlerts />}
        {session.status === 'signedIn' && <NotSavedNotice />}
        <Notices />
        <UndoBar />
      </div>
      {hasBottomBar && <BottomBar />}
      <KeyboardShortcuts />
    </div>
  );
}

/**
 * Scrolls a new screen to its top and moves the focus into it, for keyboards and screen readers. It precedes the screen in
 * the tree, so its effect runs first and a screen can start elsewhere.
 */
function ResetOnNavigation({ pathname, main }: { pathname: string; main: RefObject<HTMLElement | null> }) {
  const shownPathname = useRef(pathname);
  const isBackNavigation = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    if (!isBackNavigation) window.scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname, isBackNavigation, main]);
  return null;
}
