import type { FoundRecipe } from '../../../../server/core/contracts/finding.ts';
import { Chip } from '../../../components/chip.tsx';
import { CheckIcon } from '../../../components/icons.tsx';
import { RecipeCard } from '../recipe-card.tsx';
import styles from './results.module.css';

/** All have pictures of the same shape. */
export function FoundCard({ recipe }: { recipe: FoundRecipe }) {
  const { cookingTime, cuisine, missing } = recipe;
  return (
    <RecipeCard recipe={recipe} aspectRatio={4 / 3}>
      <div className={styles.facts}>
        {cookingTime !== undefined && <Chip>{cookingTime} min</Chip>}
        {cuisine !== '' && <Chip>{cuisine}</Chip>}
      </div>
      {missing && <Missing missing={missing} />}
    </RecipeCard>
  );
}

function Missing({ missing: { count, names } }: { missing: NonNullable<FoundRecipe['missing']> }) {
  if (count === 0) {
    return (
      <p className={styles.cookable}>
        <CheckIcon size={14} />
        Everything at hand
      </p>
    );
  }
  const others = count - names.length;
  return <p className={styles.missing}>{`Needs ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`}</p>;
}
