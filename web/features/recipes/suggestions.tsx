import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { Chip } from '../../components/chip.tsx';
import { classNames } from '../../components/class-names.ts';
import { ErrorIcon } from '../../components/icons.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { formatCount } from '../../lib/format-count.ts';
import styles from './recipe-search.module.css';

export interface SuggestionsProps {
  id: string;
  suggestions: readonly RecipeCard[] | undefined;
  searching: boolean;
  failed: boolean;
  /** Which one Enter takes. */
  marked: number;
  onMark: (at: number) => void;
  onChoose: (recipeId: string) => void;
}

export function Suggestions({ id, suggestions, searching, failed, marked, onMark, onChoose }: SuggestionsProps) {
  const found = suggestions?.length ?? 0;
  return (
    <div className={styles.panel}>
      <Announcement>{!searching && found > 0 && formatCount(found, 'recipe')}</Announcement>
      {failed ? (
        <p role="alert" className={classNames(styles.words, styles.failed)}>
          <ErrorIcon size={18} className={styles.failedIcon} />
          Failed to search recipes
        </p>
      ) : (
        found === 0 && (
          <p role="status" className={styles.words}>
            {searching ? 'Searching...' : 'No recipes found'}
          </p>
        )
      )}
      <div id={id} role="listbox" aria-label="Recipes">
        {!failed &&
          suggestions
            ?.map((recipe, at) => ({ recipe, at }))
            .map(({ recipe: { id: recipeId, title, cuisine, cookingTime }, at }) => (
              <button
                key={recipeId}
                id={`${id}-${at}`}
                type="button"
                role="option"
                aria-selected={at === marked}
                tabIndex={-1}
                className={styles.option}
                onPointerMove={() => onMark(at)}
                onClick={() => onChoose(recipeId)}
              >
                <span className={styles.name}>{title}</span>
                {cookingTime !== undefined && <span className={styles.time}>{cookingTime} min</span>}
                {cuisine && <Chip tone="coral">{cuisine}</Chip>}
              </button>
            ))}
      </div>
    </div>
  );
}
