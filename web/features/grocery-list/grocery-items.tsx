import { useMemo, useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Face } from '../../components/faces.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { groceryListsKey } from '../../lib/add-to-grocery-list.ts';
import { firstRows, type Row, rowsOf } from '../../lib/grocery-rows.ts';
import type { SessionUser } from '../../lib/identity/session.ts';
import { useAsOf } from '../../lib/sync/use-as-of.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useFirstItems } from '../../lib/use-first-items.ts';
import { matchesWordPrefixes } from '../../lib/words.ts';
import { AddBox } from './add-box.tsx';
import { addBoxDraftKey, changedByOthers, lists } from './api.ts';
import { type ChosenCategories, categoryOfItem, inOrder, sectionsOf } from './categories.ts';
import { CheckedItems } from './checked-items.tsx';
import { ClearDialog } from './clear-dialog.tsx';
import { DueAgain } from './due-again.tsx';
import { dueItems } from './due-items.ts';
import { parseSingleEntry } from './entries.ts';
import styles from './grocery-items.module.css';
import { ItemRow } from './item-row.tsx';
import { LeftToBuy } from './left-to-buy.tsx';
import { ListTools } from './list-tools.tsx';
import { peopleOf } from './people.ts';
import { useClearedByOthers } from './use-cleared-by-others.tsx';
import { useListActions } from './use-list-actions.tsx';
import type { NewList } from './use-new-list.tsx';
import { useRecentlyChecked } from './use-recently-checked.ts';
import { useRowActions } from './use-row-actions.ts';
import { useSeenNames } from './use-seen-names.ts';
import { chosenCategoriesOf, type ShownList } from './use-shown-list.ts';
import { useWaitingItems } from './use-waiting-items.ts';

const parseText = (stored: unknown): string | undefined => (typeof stored === 'string' ? stored : undefined);

const minRowHeightPx = 58;

const loadEditor = async () => (await import('./edit-item-dialog.tsx')).EditItemDialog;

export interface GroceryItemsProps {
  /** Includes the pending changes. */
  items: readonly GroceryItem[];
  user: SessionUser;
  /** Addresses the list: the id of its owner or, if it is not the main one, its own. */
  whose: string;
  listId: string;
  shown: ShownList;
  newList: NewList;
  /** Of the household; undefined for a user's list. */
  members: readonly Face[] | undefined;
}

/** The add and search box, the items to buy by category, and the checked items. */
export function GroceryItems({ items, user, whose, listId, shown, newList, members }: GroceryItemsProps) {
  const changedAt = changedByOthers.use();
  const asOf = useAsOf([...groceryListsKey, user.uid, whose]);
  const actions = useListActions(user, whose);
  const recentlyChecked = useRecentlyChecked();
  const [typed, setTyped] = useDraft(addBoxDraftKey(whose), '', parseText);
  const [editing, setEditing] = useState<GroceryItem>();
  const editor = useDialog(loadEditor);
  const [isClearing, setClearing] = useState(false);
  useClearedByOthers(user.uid, whose, members);

  const people = useMemo(() => peopleOf(user, members), [user, members]);
  const waiting = useWaitingItems(user.uid, whose);
  const rowActions = useRowActions({
    check: (row, checked) => {
      if (checked) recentlyChecked.add(row.lines.map(({ id }) => id));
      actions.check(row, checked);
    },
    edit: (item) => {
      setEditing(item);
      editor.open();
    },
    remove: actions.remove,
  });
  const renderRow = (row: Row<GroceryItem>) => (
    <ItemRow
      key={row.key}
      row={row}
      people={people}
      changedAt={newestOf(row.lines.flatMap(({ id }) => changedAt[id] ?? []))}
      isWaiting={row.lines.some(({ id }) => waiting.has(id))}
      actions={rowActions}
    />
  );
  const query = parseSingleEntry(typed).name;
  const chosen = chosenCategoriesOf(shown);
  // During an upgrade, an older server does not send it.
  const used = shown.lists?.used ?? [];
  const seenAt = useSeenNames(shown.owner.whose, items);
  return (
    <>
      <LeftToBuy items={items} members={members} asOf={asOf}>
        <ListTools
          uid={user.uid}
          shown={shown}
          items={items}
          onMove={(moved, to) => actions.move(moved, listId, to)}
          newList={newList}
        />
      </LeftToBuy>
      <AddBox
        typed={typed}
        onType={setTyped}
        onAdd={actions.add}
        items={items}
        categoryOf={(name) => categoryOfItem({ name }, chosen)}
        used={used.map(({ name }) => name)}
      />
      {typed === '' && (
        <DueAgain
          names={dueItems(used, items, Date.now(), seenAt)}
          onAdd={(name) => actions.add([{ name, amount: '', unit: '' }])}
        />
      )}
      {query === '' ? (
        <AllItems
          items={items}
          recentlyChecked={recentlyChecked.ids}
          renderRow={renderRow}
          onClear={() => setClearing(true)}
          whose={whose}
          chosen={chosen}
        />
      ) : (
        <SearchResults items={items.filter(({ name }) => matchesWordPrefixes(name, query))} renderRow={renderRow} />
      )}
      <Announcement>{actions.announcement}</Announcement>
      {isClearing && (
        <ClearDialog
          items={items}
          isShared={shown.owner.whose !== user.uid}
          members={members?.length}
          onClear={actions.clear}
          onClose={() => setClearing(false)}
        />
      )}
      {editing && editor.Dialog && (
        <editor.Dialog
          item={editing}
          people={people}
          categories={inOrder(chosen.order, [
            ...chosen.remembered.values(),
            ...items.flatMap(({ category }) => category ?? []),
          ])}
          usual={categoryOfItem({ name: editing.name }, chosen)}
          fetchItem={async () => {
            const list = await lists.fetchAgain(user.uid, whose);
            return list?.items.find(({ id }) => id === editing.id);
          }}
          onSave={(edit, closed, assignee) => actions.edit(editing, edit, closed, assignee)}
          onClose={editor.close}
        />
      )}
    </>
  );
}

const newestOf = (times: readonly number[]): number | undefined =>
  times.length === 0 ? undefined : Math.max(...times);

type RenderRow = (row: Row<GroceryItem>) => React.ReactNode;

function SearchResults({ items, renderRow }: { items: readonly GroceryItem[]; renderRow: RenderRow }) {
  if (items.length === 0) return null;
  return (
    <section aria-label="On the list">
      <h2 className={styles.aisle}>On the list</h2>
      <Card as="ul" className={styles.items}>
        {rowsOf(items).map(renderRow)}
      </Card>
    </section>
  );
}

interface AllItemsProps {
  items: readonly GroceryItem[];
  /** Ids of checked items that stay in their section until the user pauses. */
  recentlyChecked: ReadonlySet<string>;
  renderRow: RenderRow;
  onClear: () => void;
  whose: string;
  chosen: ChosenCategories;
}

function AllItems({ items, recentlyChecked, renderRow, onClear, whose, chosen }: AllItemsProps) {
  const maxRows = useFirstItems(minRowHeightPx);
  if (items.length === 0) {
    return (
      <EmptyState
        title="Your grocery list is empty"
        text="Type what you need above, or open a recipe and add its ingredients."
        action={<LinkButton to="/">Browse recipes</LinkButton>}
      />
    );
  }
  const isInCheckedSection = ({ checked, id }: GroceryItem) => checked && !recentlyChecked.has(id);
  const toBuy = items.filter((item) => !isInCheckedSection(item));
  const sections = sectionsOf(toBuy, chosen).map((section) => ({ ...section, rows: rowsOf(section.items) }));
  const isComplete = sections.reduce((sum, { rows }) => sum + rows.length, 0) <= maxRows;
  return (
    <>
      {firstRows(sections, maxRows).map(({ category, rows }) => (
        <section key={category} aria-label={category}>
          <h2 className={styles.aisle}>{category}</h2>
          <Card as="ul" className={styles.items}>
            {rows.map(renderRow)}
          </Card>
        </section>
      ))}
      {isComplete && (
        <>
          <CheckedItems
            whose={whose}
            rows={rowsOf(items.filter(isInCheckedSection))}
            renderRow={renderRow}
            onClear={onClear}
          />
          <Button block className={styles.clear} onClick={onClear}>
            Clear List
          </Button>
        </>
      )}
    </>
  );
}
