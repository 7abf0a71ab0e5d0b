import { useEffect, useState } from 'react';
import type { PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import type { Day, Meal } from '../../../server/core/contracts/week.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { FoundRecipes } from './found-recipes.tsx';
import { slotName } from './plan.ts';

/** The search starts after this pause in typing. */
const debounceMs = 250;

export interface AddRecipeDialogProps {
  slot: { day: Day; meal: Meal };
  onChoose: (recipe: PlannedRecipe) => void;
  onClose: () => void;
}

/** Finds a recipe for a slot. Searches as the user types, or at once with the button. Ignores a blank query. */
export function AddRecipeDialog({ slot, onChoose, onClose }: AddRecipeDialogProps) {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <Dialog
      title={`Add Recipe for ${slotName(slot)}`}
      onClose={onClose}
      wide
      focusAfter={() => document.querySelector<HTMLElement>(`[data-slot="${slotName(slot)}"] button`)}
    >
      <SearchBox label="Search recipes" value={typed} onChange={setTyped} onSearch={() => setQuery(typed.trim())} />
      {query !== '' && (
        <FoundRecipes
          query={query}
          onChoose={(recipe) => {
            onChoose(recipe);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
