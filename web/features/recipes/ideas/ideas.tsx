import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import styles from './ideas.module.css';
import { longAgoQuery, seasonQuery } from './ideas-queries.ts';

/** What is in season, and what the reader has not cooked for long. Nothing without such recipes, or without a connection. */
export function Ideas({ uid }: { uid: string }) {
  const { data: season } = useQuery(seasonQuery());
  const { data: longAgo = [] } = useQuery(longAgoQuery(uid));
  return (
    <>
      {season && (
        <Link to={`/search?${new URLSearchParams({ q: season })}`} className={styles.idea}>
          In season: {season}
        </Link>
      )}
      {longAgo.map(({ recipe, lastPlanned }) => (
        <Link key={recipe.id} to={`/recipe/${recipe.id}`} className={styles.idea}>
          {recipe.title} <span className={styles.note}>last in {monthOf(lastPlanned)}</span>
        </Link>
      ))}
    </>
  );
}

const monthOf = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' });
