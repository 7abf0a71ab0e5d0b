import { useState } from 'react';
import { type RecipeDraft, withoutBlankEntries, withoutEntry } from './recipe-draft.ts';

export interface AdderProps {
  draft: RecipeDraft;
  onChange: (draft: RecipeDraft) => void;
}

/**
 * What the rows of an adder have in common: one at a time is changed, and whichever is taken out leaves the focus to the
 * next one or, after the last one, to the boxes.
 */
export function useEntryRows(
  list: 'ingredients' | 'instructions',
  { draft, onChange }: AdderProps,
  focusBoxes: () => void,
) {
  const [changing, setChanging] = useState<number>();
  return (at: number) => ({
    open: changing === at,
    onOpen: () => setChanging(at),
    onClose: () => {
      setChanging(undefined);
      onChange(withoutBlankEntries(draft));
    },
    onRemove: () => {
      setChanging(undefined);
      onChange(withoutEntry(draft, list, at));
      if (at === draft[list].length - 1) focusBoxes();
    },
  });
}
