import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import type { Slot } from '../../../server/core/contracts/plan-meals.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { searchQuery } from './api.ts';
import { FoundRecipes } from './found-recipes.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteSuggestions } from './note-suggestions.tsx';
import { slotName } from './plan.ts';
import type { ChosenDish } from './plan-actions.tsx';

/** The search starts after this pause in typing. */
const debounceMs = 250;

export interface ChooseDishDialogProps {
  slot: Slot;
  /** The meal that gets another dish. Undefined: a new one. */
  replaced?: PlannedMeal | undefined;
  onChoose: (dish: ChosenDish) => void;
  onClose: () => void;
}

/**
 * Finds a recipe for a slot, or writes a note instead. Searches as the user types, or at once, also again, with the button.
 * Ignores a blank query.
 */
export function ChooseDishDialog({ slot, replaced, onChoose, onClose }: ChooseDishDialogProps) {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const [note, setNote] = useState(replaced?.note ?? undefined);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const queryClient = useQueryClient();
  const search = () => {
    const now = typed.trim();
    if (now === query)
      queryClient.refetchQueries({ queryKey: searchQuery(now).queryKey, type: 'active' }).catch(reportError);
    setQuery(now);
  };
  const choose = (dish: ChosenDish) => {
    onChoose(dish);
    onClose();
  };

  const isReplaced = Boolean(note ? replaced?.note : replaced?.recipe);
  return (
    <Dialog
      title={`${isReplaced ? 'Change' : 'Add'} ${note ? 'Note' : 'Recipe'} for ${slotName(slot)}`}
      onClose={onClose}
      wide
      focusAfter={() => document.querySelector<HTMLElement>(`[data-slot="${slotName(slot)}"] button`)}
    >
      {note ? (
        <NoteForm
          note={note}
          action={replaced?.note ? 'Save' : 'Plan'}
          onChoose={(chosen) => choose({ note: chosen })}
          onBack={() => setNote(undefined)}
        />
      ) : (
        <>
          <SearchBox label="Search recipes" value={typed} onChange={setTyped} onSearch={search} />
          {query !== '' && <FoundRecipes query={query} onChoose={(recipe) => choose({ recipe })} />}
          <NoteSuggestions typed={query} onChoose={(title) => setNote({ title })} />
        </>
      )}
    </Dialog>
  );
}
