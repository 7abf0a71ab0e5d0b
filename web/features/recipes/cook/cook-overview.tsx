import type { Recipe } from '../../../../server/core/contracts/recipes.ts';
import { Dialog } from '../../../components/dialog.tsx';
import styles from './cook-overview.module.css';
import { IngredientRows } from './step-ingredients.tsx';

export interface CookOverviewProps {
  recipe: Recipe;
  /** Where the user is. */
  step: number;
  onChoose: (step: number) => void;
  onClose: () => void;
}

/** All ingredients, and all steps, each of which leads there. */
export function CookOverview({ recipe, step, onChoose, onClose }: CookOverviewProps) {
  const { title, ingredients, instructions } = recipe;
  const choose = (index: number) => {
    onChoose(index);
    onClose();
  };
  return (
    <Dialog sheet title={title} onClose={onClose}>
      <ol className={styles.steps} aria-label="Steps">
        {instructions
          .map((text, index) => ({ text, index }))
          .map(({ text, index }) => (
            <li key={index}>
              <button
                type="button"
                className={styles.step}
                aria-current={index === step ? 'step' : undefined}
                onClick={() => choose(index)}
              >
                <span className={styles.number}>{index + 1}</span>
                <span className={styles.text}>{text}</span>
              </button>
            </li>
          ))}
      </ol>
      {ingredients.length > 0 && (
        <section aria-labelledby="all-ingredients">
          <h3 id="all-ingredients" className={styles.heading}>
            Ingredients
          </h3>
          <IngredientRows recipe={recipe} />
        </section>
      )}
    </Dialog>
  );
}
