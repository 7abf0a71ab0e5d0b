import { Link } from 'react-router-dom';
import type { FoundRecipe } from '../../../../server/core/contracts/finding.ts';
import { Chip } from '../../../components/chip.tsx';
import { CheckIcon } from '../../../components/icons.tsx';
import { CardMedia } from '../card-media.tsx';
import styles from './results.module.css';

/** The whole card is a link with the title as its name. All have pictures of the same shape. */
export function FoundCard({ recipe }: { recipe: FoundRecipe }) {
  const { id, title, author, cookingTime, cuisine, missing } = recipe;
  return (
    <article className={styles.card}>
      <CardMedia key={recipe.imageUrl} recipe={recipe} aspectRatio={4 / 3} />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={`/recipe/${id}`} title={title}>
            {title}
          </Link>
        </h2>
        <p className={styles.author}>By {author}</p>
        <div className={styles.facts}>
          {cookingTime !== undefined && <Chip>{cookingTime} min</Chip>}
          {cuisine !== '' && <Chip>{cuisine}</Chip>}
        </div>
        {missing && <Missing missing={missing} />}
      </div>
    </article>
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
