import type { ClipboardEvent } from 'react';
import { newId } from '../../lib/new-id.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { type Pasted, withoutPasted } from './pasted-entries.ts';
import type { RecipeDraft } from './recipe-draft.ts';
import type { AdderProps } from './use-entry-rows.ts';

/** Adds a pasted list to the draft instead of to the field, and offers to undo that. */
export function useListPaste(
  { draft, onChange }: AdderProps,
  add: (draft: RecipeDraft, text: string) => Pasted | undefined,
) {
  return (event: ClipboardEvent) => {
    const pasted = add(draft, event.clipboardData.getData('text/plain'));
    if (!pasted) return;
    event.preventDefault();
    onChange(pasted.draft);
    undoOffers.show({
      changeKey: newId(),
      message: `Added ${pasted.summary}`,
      onUndo: () => onChange((current) => withoutPasted(current, draft, pasted.draft)),
    });
  };
}
