import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { playlistLimits } from '../../../server/core/contracts/limits.ts';
import type { PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import { Button } from '../../components/button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { searchQuery } from './api.ts';
import styles from './recipe-picker.module.css';

export interface RecipePickerProps {
  isIn: (recipeId: string) => boolean;
  /** How many there are already. */
  count: number;
  onAdd: (recipe: PlaylistRecipe) => void;
}

/** Finds recipes and adds them one by one. A blank search does nothing. */
export function RecipePicker({ isIn, count, onAdd }: RecipePickerProps) {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const found = useQuery(searchQuery(text));
  const search = () => {
    const wanted = typed.trim();
    if (wanted === '') return;
    if (wanted === text && found.isError) found.refetch().catch(reportError);
    setText(wanted);
  };

  return (
    <div>
      <SearchBox
        label="Recipes"
        placeholder="Search recipes"
        value={typed}
        onChange={setTyped}
        onSearch={search}
        searching={found.isLoading}
      />
      {found.isError && (
        <ErrorAlert className={styles.said} retrying={found.isFetching} onRetry={() => found.refetch()}>
          {failureText(found.error, 'Failed to search recipes')}
        </ErrorAlert>
      )}
      <p role="status" className={styles.said}>
        {found.data?.length === 0 && `No recipes found for “${text}”`}
        {count >= playlistLimits.recipes && `A playlist holds ${playlistLimits.recipes} recipes; remove some first`}
      </p>
      {found.data && found.data.length > 0 && (
        <ul className={styles.results} aria-label="Search results">
          {found.data.map((recipe) => (
            <li key={recipe.id} className={styles.result}>
              <RecipePicture recipe={recipe} sizes="48px" className={styles.picture} />
              <span className={styles.words}>
                <span className={styles.title}>{recipe.title}</span>
                <span className={styles.cuisine}>{recipe.cuisine}</span>
              </span>
              <Button
                size="small"
                aria-label={`Add to Playlist: ${recipe.title}`}
                disabled={isIn(recipe.id) || count >= playlistLimits.recipes}
                onClick={() => onAdd(recipe)}
              >
                Add to Playlist
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
