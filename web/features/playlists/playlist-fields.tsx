import { playlistLimits } from '../../../server/core/contracts/limits.ts';
import type { PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import { CloseIcon } from '../../components/icons.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { TextAreaField, TextField } from '../../components/text-field.tsx';
import type { FieldOf } from '../../components/use-form.ts';
import styles from './playlist-fields.module.css';
import { RecipePicker } from './recipe-picker.tsx';

export interface PlaylistDraft {
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly recipes: readonly PlaylistRecipe[];
}

/** Whether the playlist can be saved: it needs a name and at least one recipe. */
export const isComplete = ({ name, recipes }: PlaylistDraft): boolean => name.trim() !== '' && recipes.length > 0;

export function PlaylistFields({ field }: { field: FieldOf<PlaylistDraft> }) {
  const { value: isPrivate, onChange: setPrivate } = field('isPrivate');
  const { value: recipes, onChange: setRecipes } = field('recipes');
  const isAdded = (recipeId: string) => recipes.some(({ id }) => id === recipeId);
  return (
    <div className={styles.fields}>
      <TextField label="Playlist Name" {...field('name')} maxLength={playlistLimits.name} required />
      <TextAreaField label="Description" {...field('description')} rows={2} maxLength={playlistLimits.description} />
      <SwitchField label="Private Playlist" hint="Only you can see it." on={isPrivate} onChange={setPrivate} />
      <RecipePicker
        isAdded={isAdded}
        count={recipes.length}
        onAdd={(recipe) => !isAdded(recipe.id) && setRecipes([...recipes, recipe])}
      />
      {recipes.length > 0 && (
        <SelectedRecipes
          recipes={recipes}
          onRemove={(recipeId) => setRecipes(recipes.filter(({ id }) => id !== recipeId))}
        />
      )}
    </div>
  );
}

function SelectedRecipes({
  recipes,
  onRemove,
}: Pick<PlaylistDraft, 'recipes'> & { onRemove: (recipeId: string) => void }) {
  return (
    <section aria-label="Selected Recipes">
      <h3 className={styles.heading}>Selected Recipes</h3>
      <ul className={styles.chips}>
        {recipes.map((recipe) => (
          <li key={recipe.id} className={styles.chip}>
            <RecipePicture recipe={recipe} sizes="32px" className={styles.picture} />
            <span className={styles.title}>{recipe.title}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${recipe.title}`}
              onClick={() => onRemove(recipe.id)}
            >
              <CloseIcon size={14} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
