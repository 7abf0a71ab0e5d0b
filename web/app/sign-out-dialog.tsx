import { useEffect, useEffectEvent, useState } from 'react';
import { Actions } from '../components/actions.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { formatCount } from '../lib/format-count.ts';
import { countKeptDrafts } from '../lib/kept-draft-keys.ts';
import { pendingChanges } from '../lib/sync/pending-changes.ts';
import { refusedChanges } from '../lib/sync/refused-changes.ts';
import { sendNow } from '../lib/sync/send-changes.ts';

export interface SignOutDialogProps {
  onSignOut: () => void;
  onClose: () => void;
}

/** Asks before a sign-out that would lose changes, since it deletes what this browser keeps of the account. */
export function SignOutDialog({ onSignOut, onClose }: SignOutDialogProps) {
  const waiting = pendingChanges.useWaitingCount();
  const refused = refusedChanges.useGroups().length;
  const [isSending, setSending] = useState(false);
  const drafts = countKeptDrafts();
  const isSaved = waiting === 0 && refused === 0 && drafts === 0;
  const signOut = useEffectEvent(onSignOut);
  useEffect(() => {
    if (isSending && isSaved) signOut();
  }, [isSending, isSaved]);

  return (
    <Dialog title="Sign out?" onClose={onClose}>
      <p role="status">{textOf({ waiting, refused, drafts }, isSending)}</p>
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
}

function textOf({ waiting, refused, drafts }: Unsaved, isSending: boolean): string {
  // They were sent while the dialog was open.
  if (waiting + refused + drafts === 0) return 'Everything is saved.';
  const unsaved = [
    waiting > 0 && `${formatCount(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'} to be sent.`,
    refused > 0 && `${formatCount(refused, 'change')} ${refused === 1 ? 'was' : 'were'} not saved.`,
    drafts > 0 && `${formatCount(drafts, 'draft')} ${drafts === 1 ? 'is' : 'are'} kept on this device only.`,
  ];
  const then =
    isSending && waiting > 0 && drafts === 0
      ? 'You are signed out as soon as everything is saved. Without a connection, that takes until there is one.'
      : `Signing out deletes ${waiting + refused === 0 ? (drafts === 1 ? 'it' : 'them') : 'what is not saved'} from the device.`;
  return [...unsaved, then].filter(Boolean).join(' ');
}
