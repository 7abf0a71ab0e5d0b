import { type ReactNode, useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { useDialog } from '../../components/use-dialog.ts';
import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import { type ListOfUser, type ListWriter, loadListWriter } from '../../lib/list-writer.ts';
import { undoOffers } from '../../lib/undo-offers.ts';

const loadDialog = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

/** A meal that was removed from the plan, and what it has left on the list. */
interface Removed {
  readonly mealId: string;
  readonly title: string;
  readonly items: readonly GroceryItem[];
  readonly writer: ListWriter;
  readonly onUndo: () => void;
}

/**
 * Offers to take the unchecked items of a meal off the list when it is removed from the plan.
 * @returns `offer`, to be called after the removal, and the dialog to render
 */
export function useTakeBack(list: ListOfUser): {
  offer: (meal: Pick<Removed, 'mealId' | 'title' | 'onUndo'>) => void;
  dialog: ReactNode;
} {
  const dialog = useDialog(loadDialog);
  const [removed, setRemoved] = useState<Removed>();

  const ask = async (meal: Parameters<ReturnType<typeof useTakeBack>['offer']>[0]) => {
    const writer = await loadListWriter();
    const items = await writer.openItemsOf(list, meal.mealId);
    if (items.length === 0) return;
    setRemoved({ ...meal, items, writer });
    dialog.open();
  };
  const takeBack = ({ mealId, title, items, writer, onUndo }: Removed) =>
    undoOffers.show({
      changeKey: writer.takeBack(list, mealId, items),
      message: (
        <>
          Removed <b>{title}</b> and its {formatCount(items.length, 'item')}
        </>
      ),
      onUndo: () => {
        onUndo();
        writer.restore(list, items);
      },
    });

  return {
    offer: (meal) => {
      ask(meal).catch(reportError);
    },
    dialog: dialog.Dialog && removed && (
      <dialog.Dialog
        title={`Take its ${formatCount(removed.items.length, 'item')} off the list, too?`}
        text={textOf(removed)}
        cancel={removed.items.length === 1 ? 'Keep it' : 'Keep them'}
        action="Take off the list"
        onConfirm={() => takeBack(removed)}
        onClose={dialog.close}
      />
    ),
  };
}

function textOf({ title, items }: Removed): string {
  const names = listNames(
    items.map(({ name }) => name),
    12,
  );
  return `${names} ${items.length === 1 ? 'was' : 'were'} added for ${title}, and nobody has checked ${items.length === 1 ? 'it' : 'them'} yet.`;
}
