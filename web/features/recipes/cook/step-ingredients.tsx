import type { Recipe } from '../../../../server/core/contracts/recipes.ts';
import { Card } from '../../../components/card.tsx';
import { quantityText } from '../amounts/quantity-text.ts';
import { shownIngredient, useReading } from '../amounts/reading.ts';
import { ingredientsOf } from './named-ingredients.ts';
import styles from './step-ingredients.module.css';

/** The ingredients that a step names, in the amounts that the user has chosen. */
export function StepIngredients({ recipe, text }: { recipe: Recipe; text: string }) {
  const { ingredients } = recipe;
  const indexes = ingredientsOf(
    text,
    ingredients.map(({ name }) => name),
  );
  if (indexes.length === 0) return null;
  return (
    <Card as="section" className={styles.card} aria-label="Ingredients of this step">
      <IngredientRows recipe={recipe} indexes={indexes} />
    </Card>
  );
}

/** @param indexes of the ingredients to show; by default all */
export function IngredientRows({ recipe, indexes }: { recipe: Recipe; indexes?: readonly number[] }) {
  const { ingredients, servings } = recipe;
  const reading = useReading(recipe);
  const shown = (indexes ?? ingredients.map((_, index) => index)).flatMap((index) => {
    const ingredient = ingredients[index];
    return ingredient ? [{ index, ...shownIngredient(ingredient, reading) }] : [];
  });
  return (
    <>
      <ul className={styles.rows}>
        {shown.map(({ index, name, ...quantity }) => (
          <li key={index} className={styles.row}>
            <span className={styles.name}>{name}</span> <span className={styles.amount}>{quantityText(quantity)}</span>
          </li>
        ))}
      </ul>
      {reading.factor !== 1 && (
        <p className={styles.note}>
          {servings === undefined
            ? 'These amounts are changed. Amounts in the text are as written.'
            : `These amounts are for ${reading.servings}. Amounts in the text are for ${servings}.`}
        </p>
      )}
    </>
  );
}
