import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import type { RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import { TextField } from '../../components/text-field.tsx';

export interface IngredientFieldsProps {
  ingredient: RecipeIngredient;
  onChange: (ingredient: RecipeIngredient) => void;
  onEnter: () => void;
}

/** Amount, unit and name. */
export function IngredientFields({ ingredient, onChange, onEnter }: IngredientFieldsProps) {
  const field = (part: keyof RecipeIngredient) => ({
    value: ingredient[part],
    onChange: (value: string) => onChange({ ...ingredient, [part]: value }),
    onEnter,
  });
  return (
    <>
      <TextField label="Amount" {...field('amount')} placeholder="1 1/2" maxLength={recipeLimits.amount} />
      <TextField label="Unit" {...field('unit')} placeholder="cups" maxLength={recipeLimits.unit} />
      <TextField label="Ingredient" {...field('name')} placeholder="Flour" maxLength={recipeLimits.ingredient} />
    </>
  );
}
