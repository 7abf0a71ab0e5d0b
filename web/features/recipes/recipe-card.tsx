import { Link } from 'react-router-dom';
import type { RecipeCard as Recipe } from '../../../server/core/contracts/recipes.ts';
import { CardMedia } from './card-media.tsx';
import styles from './recipe-card.module.css';

/** `isFirst`: in the first row of a page. The whole card is a link with the title as its name. */
export function RecipeCard({ recipe, isFirst = false }: { recipe: Recipe; isFirst?: boolean }) {
  return (
    <article className={styles.card}>
      <CardMedia key={recipe.imageUrl} recipe={recipe} isFirst={isFirst} />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={`/recipe/${recipe.id}`} title={recipe.title}>
            {recipe.title}
          </Link>
        </h2>
        <p className={styles.author}>By {recipe.author}</p>
      </div>
    </article>
  );
}
