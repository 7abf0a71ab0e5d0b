import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { NameDialog } from '../../components/name-dialog.tsx';
import { chooseOpenedList, type FurtherList } from '../../lib/households/saved-lists.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { useClosedSignal } from '../../lib/use-closed-signal.ts';
import { openList, ownersLists } from './owners-lists.ts';

export interface NewListDialogProps {
  uid: string;
  /** The id of the user or the household that the list is for. */
  owner: string;
  onClose: () => void;
}

/** Opens a list, and shows it. */
export function NewListDialog({ uid, owner, onClose }: NewListDialogProps) {
  return (
    <NameDialog
      title="New list"
      action="Create"
      initialName=""
      maxLength={groceryLimits.listName}
      hint="Such as Hardware store or Party. It is shared like the main list."
      send={async (name) => {
        const list = await sendIdempotently(`list.${owner}`, { name }, (sent) =>
          openList(owner, sent.form.name, sent.key),
        );
        await untilListed(uid, owner, list.id);
        return list;
      }}
      failure="Creating a list needs a connection. Try again when there is one."
      onSent={({ id, name }) => {
        chooseOpenedList(owner, { id, name: name ?? '' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** A fetch that began before the list was opened does not include it. */
async function untilListed(uid: string, owner: string, listId: string): Promise<void> {
  for (let fetches = 0; fetches < 3; fetches++) {
    const lists = await ownersLists.fetchAgain(uid, owner);
    if (lists?.items.some(({ id }) => id === listId)) return;
  }
}

export interface RenameListDialogProps extends NewListDialogProps {
  list: FurtherList;
}

export function RenameListDialog({ uid, owner, list, onClose }: RenameListDialogProps) {
  const closed = useClosedSignal();
  return (
    <NameDialog
      title="Rename list"
      action="Save"
      initialName={list.name}
      maxLength={groceryLimits.listName}
      send={(name) =>
        ownersLists.saved(ownersLists.change([uid, owner], { kind: 'rename', listId: list.id, name }), closed())
      }
      failure="Failed to rename the list"
      canWait
      onSent={onClose}
      onClose={onClose}
    />
  );
}
