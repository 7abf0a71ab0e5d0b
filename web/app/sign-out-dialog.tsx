import { useEffect, useEffectEvent, useState } from 'react';
import { Actions } from '../components/actions.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { countDrafts } from '../lib/drafts.ts';
import { formatCount } from '../lib/format-count.ts';
import { pendingChanges } from '../lib/sync/pending-changes.ts';
import { refusedChanges } from '../lib/sync/refused-changes.ts';
import { sendNow } from '../lib/sync/send-changes.ts';
import { hasUnreadChanges } from '../lib/sync/stored-by-user.ts';

export interface SignOutDialogProps {
  /** Whether other tabs had stored changes that this one does not show. */
  hasUnread: boolean;
  onSignOut: () => void;
  onClose: () => void;
}

/** Asks before a sign-out that would lose changes, since it deletes what this browser keeps of the account. */
export function SignOutDialog({ hasUnread: hadUnread, onSignOut, onClose }: SignOutDialogProps) {
  const waiting = pendingChanges.useWaitingCount();
  const refused = refusedChanges.useGroups().length;
  const [isSending, setSending] = useState(false);
  const [hasUnread, setUnread] = useState(hadUnread);
  const drafts = countDrafts();
  const isSaved = waiting === 0 && refused === 0 && drafts === 0 && !hasUnread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change that this tab reads from storage raises one of the counts, and is no longer unread
  useEffect(() => {
    void hasUnreadChanges().then(setUnread);
  }, [waiting, refused]);
  const signOut = useEffectEvent(onSignOut);
  useEffect(() => {
    if (isSending && isSaved) signOut();
  }, [isSending, isSaved]);

  return (
    <Dialog title="Sign out?" onClose={onClose}>
      <p role="status">{textOf({ waiting, refused, drafts, hasUnread }, isSending)}</p>
      <Actions>
        <Button variant="danger" onClick={onSignOut}>
          {isSaved ? 'Sign out' : 'Sign out anyway'}
        </Button>
        {waiting > 0 && (
          <Button
            busy={isSending}
            onClick={() => {
              setSending(true);
              sendNow();
            }}
          >
            Send first
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}

interface Unsaved {
  waiting: number;
  refused: number;
  drafts: number;
  hasUnread: boolean;
}

function textOf({ waiting, refused, drafts, hasUnread }: Unsaved, isSending: boolean): string {
  const hasChanges = waiting + refused > 0 || hasUnread;
  // They were sent while the dialog was open.
  if (!hasChanges && drafts === 0) return 'Everything is saved.';
  const unsaved = [
    waiting > 0 && `${formatCount(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'} to be sent.`,
    refused > 0 && `${formatCount(refused, 'change')} ${refused === 1 ? 'was' : 'were'} not saved.`,
    hasUnread && 'Changes of another tab are not saved.',
    drafts > 0 && `${formatCount(drafts, 'draft')} ${drafts === 1 ? 'is' : 'are'} kept on this device only.`,
  ];
  const then =
    isSending && waiting > 0 && drafts === 0 && !hasUnread
      ? 'You are signed out as soon as everything is saved. Without a connection, that takes until there is one.'
      : `Signing out deletes ${hasChanges ? 'what is not saved' : drafts === 1 ? 'it' : 'them'} from the device.`;
  return [...unsaved, then].filter(Boolean).join(' ');
}
