import { useState } from 'react';
import { type RecipeDraft, withoutBlankEntries, withoutEntry } from './recipe-draft.ts';

export interface AdderProps {
  draft: RecipeDraft;
  onChange: (draft: RecipeDraft) => void;
}

/**
 * Props for the rows of an adder. At most one row is edited at a time. After a row is removed, the next one gets the
 * focus or, if it was the last, the adder's own fields.
 */
export function useEntryRows(
  list: 'ingredients' | 'instructions',
  { draft, onChange }: AdderProps,
  focusFields: () => void,
) {
  const [editedIndex, setEditedIndex] = useState<number>();
  return (index: number) => ({
    isOpen: editedIndex === index,
    onOpen: () => setEditedIndex(index),
    onClose: () => {
      setEditedIndex(undefined);
      onChange(withoutBlankEntries(draft));
    },
    onRemove: () => {
      setEditedIndex(undefined);
      onChange(withoutEntry(draft, list, index));
      if (index === draft[list].length - 1) focusFields();
    },
  });
}
