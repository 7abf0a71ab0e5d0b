import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { type MenuItem, MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { canKeepScreenOn, useWakeLock } from '../../lib/use-wake-lock.ts';
import { useKeepScreenOn } from './keep-screen-on.ts';
import type { TargetList } from './move-items-dialog.tsx';
import { ownersLists } from './owners-lists.ts';
import type { NewList } from './use-new-list.tsx';
import { chosenCategoriesOf, otherListsOf, type ShownList } from './use-shown-list.ts';

const loadRename = async () => (await import('./name-list-dialogs.tsx')).RenameListDialog;
const loadClose = async () => (await import('./close-list-dialog.tsx')).CloseListDialog;
const loadAisles = async () => (await import('./aisles-dialog.tsx')).AislesDialog;
const loadMove = async () => (await import('./move-items-dialog.tsx')).MoveItemsDialog;

export interface ListToolsProps {
  uid: string;
  shown: ShownList;
  /** Of the shown list, with the pending changes. */
  items: readonly GroceryItem[];
  onMove: (items: readonly GroceryItem[], to: TargetList) => void;
  newList: NewList;
}

/** The menu of the shown list, and its dialogs. */
export function ListTools({ uid, shown, items, onMove, newList }: ListToolsProps) {
  const rename = useDialog(loadRename);
  const closing = useDialog(loadClose);
  const moving = useDialog(loadMove);
  const aisles = useDialog(loadAisles);
  const { further, lists, owner } = shown;
  const chosen = chosenCategoriesOf(shown);
  const mainListId = lists?.items[0]?.id;
  const targets = otherListsOf(uid, shown);
  const [isKeptOn, keepOn] = useKeepScreenOn();
  useWakeLock(isKeptOn && items.some(({ checked }) => !checked));
  const entries: (MenuItem | false)[] = [
    canKeepScreenOn() && { label: 'Keep the screen on', isOn: isKeptOn, onChoose: () => keepOn(!isKeptOn) },
    targets.length > 0 && items.length > 0 && { label: 'Move items', onChoose: moving.open },
    mainListId !== undefined && { label: 'Aisles', onChoose: aisles.open },
    { label: 'New list', onChoose: newList.open },
    further !== undefined && { label: 'Rename list', onChoose: rename.open },
    further !== undefined && { label: 'Close list', onChoose: closing.open },
  ];
  const of = { uid, owner: owner.whose };
  return (
    <>
      <MoreMenu label="More" items={entries.filter((entry) => entry !== false)} />
      {further && rename.Dialog && <rename.Dialog {...of} list={further} onClose={rename.close} />}
      {further && closing.Dialog && (
        <closing.Dialog
          {...of}
          list={further}
          items={items}
          members={owner.household?.members.length}
          onClose={closing.close}
        />
      )}
      {mainListId !== undefined && aisles.Dialog && (
        <aisles.Dialog
          order={chosen.order}
          used={[...new Set([...chosen.remembered.values(), ...items.flatMap(({ category }) => category ?? [])])]}
          onSave={(categories) =>
            ownersLists.change([uid, owner.whose], { kind: 'order', listId: further?.id ?? mainListId, categories })
          }
          onClose={aisles.close}
        />
      )}
      {moving.Dialog && <moving.Dialog items={items} targets={targets} onMove={onMove} onClose={moving.close} />}
    </>
  );
}
