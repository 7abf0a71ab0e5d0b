import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { playlistLimits } from '../../../server/core/contracts/limits.ts';
import type { PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import { Button } from '../../components/button.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { searchQuery } from './api.ts';
import styles from './recipe-picker.module.css';

export interface RecipePickerProps {
  isAdded: (recipeId: string) => boolean;
  /** The number of recipes in the playlist. */
  count: number;
  onAdd: (recipe: PlaylistRecipe) => void;
}

/** Finds recipes and adds them one by one. Ignores a blank search. */
export function RecipePicker({ isAdded, count, onAdd }: RecipePickerProps) {
  const [typed, setTyped] = useState('');
  const [searchedText, setSearchedText] = useState('');
  const results = useQuery(searchQuery(searchedText));
  const search = () => {
    const query = typed.trim();
    if (query === '') return;
    if (query === searchedText && results.isError) results.refetch().catch(reportError);
    setSearchedText(query);
  };

  return (
    <div>
      <SearchBox
        label="Recipes"
        placeholder="Search recipes"
        value={typed}
        onChange={setTyped}
        onSearch={search}
        searching={results.isFetching}
      />
      <LoadFailure isPart query={results} subject="Searching recipes" className={styles.status}>
        {failureText(results.error, 'Failed to search recipes')}
      </LoadFailure>
      <p role="status" className={styles.status}>
        {results.data?.length === 0 && `No recipes found for “${searchedText}”`}
        {count >= playlistLimits.recipes && `A playlist holds ${playlistLimits.recipes} recipes; remove some first`}
      </p>
      {results.data && results.data.length > 0 && (
        <ul className={styles.results} aria-label="Search results">
          {results.data.map((recipe) => (
            <li key={recipe.id} className={styles.result}>
              <RecipePicture recipe={recipe} sizes="48px" className={styles.picture} />
              <span className={styles.words}>
                <span className={styles.title}>{recipe.title}</span>
                <span className={styles.cuisine}>{recipe.cuisine}</span>
              </span>
              <Button
                size="small"
                aria-label={`Add to Playlist: ${recipe.title}`}
                disabled={isAdded(recipe.id) || count >= playlistLimits.recipes}
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
