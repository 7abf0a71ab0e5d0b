import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../components/avatar.tsx';
import { DownIcon } from '../components/icons.tsx';
import { useMenu } from '../components/use-menu.ts';
import type { MenuLinkProps } from '../features/operator/menu-link.tsx';
import { countDrafts } from '../lib/drafts.ts';
import { type SessionUser, signOut } from '../lib/identity/session.ts';
import { lazyCode, useLazyCode } from '../lib/lazy-code.ts';
import { sendHeld } from '../lib/sync/held-changes.ts';
import { pendingChanges } from '../lib/sync/pending-changes.ts';
import { refusedChanges } from '../lib/sync/refused-changes.ts';
import { hasUnreadChanges } from '../lib/sync/stored-by-user.ts';
import { useGo } from '../lib/use-go.ts';
import styles from './profile-menu.module.css';
import { preloadScreen } from './screens.ts';
import { shortcutDialog } from './shortcuts/shown-dialog.ts';
import type { SignOutDialog } from './sign-out-dialog.tsx';
import { updateNow, updateReady } from './updates.ts';

export function ProfileMenu({ user }: { user: SessionUser }) {
  const name = user.name || 'Profile';
  const { open, close, place, button, menu, item } = useMenu(name);
  const go = useGo();
  const hasUpdate = updateReady.use();

  const [dialog, setDialog] = useState<{ Dialog: typeof SignOutDialog; hasUnread: boolean }>();

  const showShortcuts = () => {
    close();
    shortcutDialog.set('help');
  };
  const leaveNow = () => {
    setDialog(undefined);
    signOut();
    go('/login');
  };
  const leave = async () => {
    close();
    // What could still be undone waits to be sent.
    sendHeld();
    const isAllSaved = unsavedCount() === 0;
    // Other tabs may have stored changes that this one could not load the code for.
    const hasUnread = await hasUnreadChanges();
    if (!isAllSaved || hasUnread) {
      const Dialog = await loadDialog().catch(() => undefined);
      if (Dialog) return setDialog({ Dialog, hasUnread });
    }
    if ((unsavedCount() === 0 && !hasUnread) || confirmLosing()) leaveNow();
  };

  return (
    <div {...place} className={styles.place}>
      <button type="button" {...button} className={styles.button}>
        <Avatar uid={user.uid} name={user.name} photoURL={user.photoURL} size={36} />
        <span className={styles.name} data-user-name>
          {name}
        </span>
        <DownIcon size={12} className={styles.arrow} />
      </button>
      {open && (
        <div {...menu}>
          <Link {...item} {...preloadScreen('/profile')} to="/profile" onClick={close}>
            View Profile
          </Link>
          <Link {...item} {...preloadScreen('/households')} to="/households" onClick={close}>
            Households
          </Link>
          {matchMedia('(any-hover: hover)').matches && (
            <button {...item} type="button" onClick={showShortcuts}>
              Keyboard shortcuts
            </button>
          )}
          <OperatorEntry {...item} uid={user.uid} onClick={close} />
          {hasUpdate && (
            <button {...item} type="button" onClick={updateNow}>
              Update Potluck
            </button>
          )}
          <button {...item} {...preloadScreen('/login')} type="button" onClick={() => void leave().catch(reportError)}>
            Sign Out
          </button>
        </div>
      )}
      {dialog && (
        <dialog.Dialog hasUnread={dialog.hasUnread} onSignOut={leaveNow} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}

const menuLink = lazyCode(async () => (await import('../features/operator/menu-link.tsx')).MenuLink);

/** The staff find their pages in the menu. Its code is loaded when the menu opens. */
function OperatorEntry(props: MenuLinkProps) {
  const { value: MenuLink } = useLazyCode(menuLink);
  return MenuLink && <MenuLink {...props} />;
}

const loadDialog = async () => (await import('./sign-out-dialog.tsx')).SignOutDialog;

const unsavedCount = (): number => pendingChanges.waitingCount() + refusedChanges.all().length + countDrafts();

/** In place of the dialog, if its code is not stored and there is no connection. */
const confirmLosing = (): boolean => window.confirm('Sign out and lose what is not saved?');
