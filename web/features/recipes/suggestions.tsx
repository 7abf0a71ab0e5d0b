import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { Chip } from '../../components/chip.tsx';
import { classNames } from '../../components/class-names.ts';
import { ErrorIcon } from '../../components/icons.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { formatCount } from '../../lib/format-count.ts';
import styles from './recipe-search.module.css';

export interface SuggestionsProps {
  id: string;
  suggestions: readonly RecipeCard[] | undefined;
  searching: boolean;
  failed: boolean;
  /** The index of the suggestion that Enter opens, -1 if it opens the page of results. */
  activeIndex: number;
  onActivate: (index: number) => void;
  onChoose: (recipeId: string) => void;
  /** Opens the page of results. */
  onShowAll: () => void;
}

export function Suggestions({
  id,
  suggestions,
  searching,
  failed,
  activeIndex,
  onActivate,
  onChoose,
  onShowAll,
}: SuggestionsProps) {
  const count = suggestions?.length ?? 0;
  return (
    <div className={styles.panel}>
      <Announcement>{!searching && count > 0 && formatCount(count, 'recipe')}</Announcement>
      {failed ? (
        <p role="alert" className={classNames(styles.words, styles.failed)}>
          <ErrorIcon size={18} className={styles.failedIcon} />
          Failed to search recipes
        </p>
      ) : (
        count === 0 && (
          <p role="status" className={styles.words}>
            {searching ? 'Searching...' : 'No recipes found'}
          </p>
        )
      )}
      <div id={id} role="listbox" aria-label="Recipes">
        {!failed &&
          suggestions
            ?.map((recipe, index) => ({ recipe, index }))
            .map(({ recipe, index }) => (
              <button
                key={recipe.id}
                id={`${id}-${index}`}
                type="button"
                role="option"
                aria-selected={index === activeIndex}
                tabIndex={-1}
                className={styles.option}
                onPointerMove={() => onActivate(index)}
                onClick={() => onChoose(recipe.id)}
              >
                <RecipePicture recipe={recipe} sizes="44px" className={styles.picture} />
                <span className={styles.name}>{recipe.title}</span>
                {recipe.cookingTime !== undefined && <span className={styles.time}>{recipe.cookingTime} min</span>}
                {recipe.cuisine && <Chip tone="coral">{recipe.cuisine}</Chip>}
              </button>
            ))}
      </div>
      {count > 0 && !failed && (
        <button type="button" className={styles.all} onClick={onShowAll}>
          Show all results
        </button>
      )}
    </div>
  );
}
