import { Link } from 'react-router-dom';
import type { BasedOn, Recipe } from '../../../server/core/contracts/recipes.ts';
import { Button } from '../../components/button.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { formatCount } from '../../lib/format-count.ts';
import styles from './adaptations.module.css';

const loadDialog = async () => (await import('./adaptations-dialog.tsx')).AdaptationsDialog;

/** What a recipe was adapted from. Without a link if that was withdrawn. */
export function Origin({ basedOn: { recipeId, title, author } }: { basedOn: BasedOn }) {
  return (
    <p className={styles.origin}>
      Based on {recipeId === undefined ? <b>{title}</b> : <Link to={`/recipe/${recipeId}`}>{title}</Link>} by {author}
    </p>
  );
}

/** Opens the recipes that are based on this one. */
export function Adaptations({ recipe: { id, adaptationCount } }: { recipe: Recipe }) {
  const { Dialog, open, close } = useDialog(loadDialog);
  if (adaptationCount === undefined) return null;
  return (
    <>
      <Button variant="quiet" size="small" className={styles.open} onClick={open}>
        {formatCount(adaptationCount, 'adaptation')}
      </Button>
      {Dialog && <Dialog recipeId={id} onClose={close} />}
    </>
  );
}
