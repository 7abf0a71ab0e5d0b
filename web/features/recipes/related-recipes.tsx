import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { relatedQuery } from './api.ts';
import { RecipeCard } from './recipe-card.tsx';
import styles from './related-recipes.module.css';
import { useInView } from './use-in-view.ts';

/** One row of the widest window. */
const maxShown = 4;

/** Recipes like this one, at the end of its page. Fetched when the reader gets there; nothing without any. */
export function RelatedRecipes({ id }: { id: string }) {
  const titleId = useId();
  const place = useRef<HTMLDivElement>(null);
  const isInView = useInView(place);
  const { data = [] } = useQuery({ ...relatedQuery(id), enabled: isInView });
  return (
    <div ref={place} className={styles.place}>
      {data.length > 0 && (
        <section aria-labelledby={titleId}>
          <h2 id={titleId} className={styles.title}>
            More like this
          </h2>
          <div className={styles.cards}>
            {data.slice(0, maxShown).map((recipe) => (
              <RecipeCard key={recipe.id} recipe={recipe} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
