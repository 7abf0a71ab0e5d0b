import { useLocation } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { deletedDrafts, rememberDrafts, restoreDrafts } from '../../lib/drafts.ts';
import { newId } from '../../lib/new-id.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { useGo } from '../../lib/use-go.ts';

export interface CancelFormProps {
  /** What is lost, such as "your changes". */
  lost: string;
  /** Whether nothing would be lost. */
  isUntouched: boolean;
  /** Returns what has to be undone besides restoring the drafts of the tab. */
  onCancel: () => (() => void) | undefined;
}

/** Leaves a form without saving. If that loses what the user wrote, offers to go on with it. */
export function CancelForm({ lost, isUntouched, onCancel }: CancelFormProps) {
  const { pathname } = useLocation();
  const go = useGo();
  const cancel = () => {
    const remembered = isUntouched ? undefined : rememberDrafts();
    // Without storage, nothing can be restored.
    if (!isUntouched && !remembered && !window.confirm(`Discard ${lost}?`)) return;
    const undo = onCancel();
    if (!remembered) return;
    const discarded = deletedDrafts(remembered);
    const onUndo = () => {
      const replaced = restoreDrafts(discarded);
      undo?.();
      // Without the query: what another application has shared is in the drafts, too.
      go(pathname, { replace: window.location.pathname === pathname });
      if (replaced.size === 0) return;
      const putBack = () => void restoreDrafts(replaced);
      undoOffers.show({ changeKey: newId(), message: 'Replaced what you wrote since', onUndo: putBack });
    };
    undoOffers.show({ changeKey: newId(), message: `Discarded ${lost}`, onUndo });
  };
  return (
    <Button variant="quiet" onClick={cancel}>
      Cancel
    </Button>
  );
}
