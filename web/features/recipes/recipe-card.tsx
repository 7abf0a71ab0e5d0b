import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RecipeCard as Recipe } from '../../../server/core/contracts/recipes.ts';
import { CardMedia, type CardMediaProps } from './card-media.tsx';
import styles from './recipe-card.module.css';

export interface RecipeCardProps extends Pick<CardMediaProps, 'aspectRatio' | 'isFirst'> {
  recipe: Recipe;
  /** More about the recipe, below its author. */
  children?: ReactNode;
}

/** The whole card is a link with the title as its name. */
export function RecipeCard({ recipe, children, ...media }: RecipeCardProps) {
  return (
    <article className={styles.card}>
      <CardMedia key={recipe.imageUrl} recipe={recipe} {...media} />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={`/recipe/${recipe.id}`} title={recipe.title}>
            {recipe.title}
          </Link>
        </h2>
        <p className={styles.author}>By {recipe.author}</p>
        {children}
      </div>
    </article>
  );
}
