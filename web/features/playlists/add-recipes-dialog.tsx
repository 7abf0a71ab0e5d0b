import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { Actions } from '../../components/actions.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { playlists } from './api.ts';
import { RecipePicker } from './recipe-picker.tsx';

/** Adds each recipe at once, so that closing the dialog loses nothing. */
export function AddRecipesDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const isAdded = (recipeId: string) => playlist.recipes.some(({ id }) => id === recipeId);
  return (
    <Dialog title="Add recipes" onClose={onClose} wide>
      <RecipePicker
        isAdded={isAdded}
        count={playlist.recipes.length}
        onAdd={(recipe) => playlists.change([playlist.ownerId, playlist.id], { kind: 'addRecipe', recipe })}
      />
      <Actions>
        <Button onClick={onClose}>Done</Button>
      </Actions>
    </Dialog>
  );
}
