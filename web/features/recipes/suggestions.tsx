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
  /** The index of the suggestion that Enter opens. */
  activeIndex: number;
  onActivate: (index: number) => void;
  onChoose: (recipeId: string) => void;
}

export function Suggestions({
  id,
  suggestions,
  searching,
  failed,
  activeIndex,
  onActivate,
  onChoose,
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
            .map(({ recipe: { id: recipeId, title, cuisine, cookingTime }, index }) => (
              <button
                key={recipeId}
                id={`${id}-${index}`}
                type="button"
                role="option"
                aria-selected={index === activeIndex}
                tabIndex={-1}
                className={styles.option}
                onPointerMove={() => onActivate(index)}
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
