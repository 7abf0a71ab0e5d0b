import { useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import type { SessionUser } from '../../lib/identity/session.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { wordsBegin } from '../../lib/words.ts';
import { AddBox } from './add-box.tsx';
import { changedByOthers, draftOf } from './api.ts';
import { sectionsOf } from './categories.ts';
import { CheckedItems } from './checked-items.tsx';
import { parseEntry } from './entry.ts';
import styles from './grocery-items.module.css';
import { ItemRow } from './item-row.tsx';
import { LeftToBuy } from './left-to-buy.tsx';
import { useLingering } from './use-lingering.ts';
import { useListActions } from './use-list-actions.tsx';

const asText = (stored: unknown): string | undefined => (typeof stored === 'string' ? stored : undefined);

const loadEditor = async () => (await import('./edit-item-dialog.tsx')).EditItemDialog;

export interface GroceryItemsProps {
  /** As they are shown, with the changes that are on their way. */
  items: readonly GroceryItem[];
  user: SessionUser;
}

/** The list itself: the box that adds and searches, what is to buy by aisle, what is checked. */
export function GroceryItems({ items, user }: GroceryItemsProps) {
  const news = changedByOthers.use();
  const actions = useListActions(user, items);
  const lingering = useLingering();
  const [typed, setTyped] = useDraft(draftOf(user.uid), '', asText);
  const [editing, setEditing] = useState<GroceryItem>();
  const editor = useDialog(loadEditor);

  const row = (item: GroceryItem) => (
    <ItemRow
      key={item.id}
      item={item}
      user={user}
      changedAt={news[item.id]}
      onCheck={(checkedItem, checked) => {
        if (checked) lingering.add(checkedItem.id);
        actions.check(checkedItem, checked);
      }}
      onEdit={(edited) => {
        setEditing(edited);
        editor.open();
      }}
      onRemove={actions.remove}
    />
  );
  const searched = parseEntry(typed).name;
  return (
    <>
      <LeftToBuy items={items} />
      <AddBox typed={typed} onType={setTyped} onAdd={actions.add} />
      {searched === '' ? (
        <Everything items={items} lingering={lingering.keys} row={row} onClear={actions.clear} listId={user.uid} />
      ) : (
        <Found items={items.filter(({ name }) => wordsBegin(name, searched))} row={row} />
      )}
      <Announcement>{actions.said}</Announcement>
      {editing && editor.Dialog && (
        <editor.Dialog
          uid={user.uid}
          item={editing}
          onSave={(entry) => actions.edit(editing, entry)}
          onClose={editor.close}
        />
      )}
    </>
  );
}

type RowOf = (item: GroceryItem) => React.ReactNode;

function Found({ items, row }: { items: readonly GroceryItem[]; row: RowOf }) {
  if (items.length === 0) return null;
  return (
    <section aria-label="On the list">
      <h2 className={styles.aisle}>On the list</h2>
      <Card as="ul" className={styles.items}>
        {items.map(row)}
      </Card>
    </section>
  );
}

interface EverythingProps {
  items: readonly GroceryItem[];
  /** Just checked: they stay in their place for a moment. */
  lingering: ReadonlySet<string>;
  row: RowOf;
  onClear: () => void;
  listId: string;
}

function Everything({ items, lingering, row, onClear, listId }: EverythingProps) {
  if (items.length === 0) {
    return (
      <EmptyState
        title="Your grocery list is empty"
        text="Type what you need above, or open a recipe and add its ingredients."
        action={<LinkButton to="/">Browse recipes</LinkButton>}
      />
    );
  }
  const isDone = ({ checked, id }: GroceryItem) => checked && !lingering.has(id);
  return (
    <>
      {sectionsOf(items.filter((item) => !isDone(item))).map(({ category, items: found }) => (
        <section key={category} aria-label={category}>
          <h2 className={styles.aisle}>{category}</h2>
          <Card as="ul" className={styles.items}>
            {found.map(row)}
          </Card>
        </section>
      ))}
      <CheckedItems listId={listId} items={items.filter(isDone)} row={row} />
      <Button block className={styles.clear} onClick={onClear}>
        Clear List
      </Button>
    </>
  );
}
