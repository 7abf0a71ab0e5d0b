import { useState } from 'react';
import { useSortable } from '../../components/use-sortable.ts';
import { type RecipeDraft, withEntryMoved, withoutBlankEntries, withoutEntry } from './recipe-draft.ts';
import type { ChangeDraft } from './use-video-import.ts';

export interface AdderProps {
  draft: RecipeDraft;
  onChange: ChangeDraft;
}

export interface EntryRowsOptions extends AdderProps {
  list: 'ingredients' | 'instructions';
  /** How each entry is called, in order. */
  names: readonly string[];
  /** Focuses the adder's own fields. */
  focusFields: () => void;
}

/**
 * Props for the list and the rows of an adder. At most one row is edited at a time. After a row is removed, the next one
 * gets the focus or, if it was the last, the adder's own fields.
 */
export function useEntryRows<List extends HTMLElement>({
  list,
  names,
  draft,
  onChange,
  focusFields,
}: EntryRowsOptions) {
  const [editedIndex, setEditedIndex] = useState<number>();
  const sortable = useSortable<List>({
    names,
    onMove: (from, to) => {
      setEditedIndex(undefined);
      onChange((current) => withEntryMoved(current, list, from, to));
    },
  });
  const rowProps = (index: number) => ({
    isOpen: editedIndex === index,
    move: names.length > 1 ? { label: `Move ${names[index]}`, ...sortable.rowOf(index) } : undefined,
    onOpen: () => setEditedIndex(index),
    onClose: () => {
      setEditedIndex(undefined);
      onChange(withoutBlankEntries);
    },
    onRemove: () => {
      setEditedIndex(undefined);
      onChange((current) => withoutEntry(current, list, index));
      if (index === draft[list].length - 1) focusFields();
    },
  });
  return { listRef: sortable.list, announcement: sortable.announcement, rowProps };
}
