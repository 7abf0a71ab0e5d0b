import { Card } from '../../../components/card.tsx';
import { CardLink } from '../../../components/card-link.tsx';
import { PlayIcon, RightIcon } from '../../../components/icons.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import styles from './cook-link.module.css';
import { haveDurations } from './find-durations.ts';

/** Leads from a recipe to its steps, one at a time. */
export function CookLink({ recipeId, steps }: { recipeId: string; steps: readonly string[] }) {
  return (
    <Card className={styles.card}>
      <span className={styles.icon}>
        <PlayIcon size={22} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <CardLink to={`/recipe/${recipeId}/cook`}>Cook</CardLink>
        </h2>
        <p className={styles.note}>
          {formatCount(steps.length, 'step')}
          {haveDurations(steps) && ', with timers'}
        </p>
      </div>
      <RightIcon size={16} className={styles.arrow} />
    </Card>
  );
}
