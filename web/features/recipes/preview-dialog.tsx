import { Actions } from '../../components/actions.tsx';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { useSession } from '../../lib/identity/session.ts';
import { quantityText } from './amounts/quantity-text.ts';
import { useChosenSystem } from './amounts/reading.ts';
import { withTemperatures } from './amounts/temperatures.ts';
import { MediaPreview } from './media-preview.tsx';
import styles from './preview-dialog.module.css';
import { type RecipeDraft, toRecipeForm } from './recipe-draft.ts';

/** Shows the recipe in the form as its page will. */
export function PreviewDialog({ draft, onClose }: { draft: RecipeDraft; onClose: () => void }) {
  const session = useSession();
  const system = useChosenSystem();
  const { title, author, cuisine, difficulty, description, cookingTime, servings, ingredients, instructions } =
    toRecipeForm(draft);
  const [photo] = draft.type === 'image' ? draft.photo : [];
  const byline = author ?? (session.status === 'signedIn' ? session.user.name : 'you');
  const facts = [
    ...(cookingTime === undefined || Number.isNaN(cookingTime) ? [] : [formatCount(cookingTime, 'minute')]),
    ...(servings === undefined || Number.isNaN(servings) ? [] : [`For ${servings}`]),
  ];
  return (
    <Dialog title={title === '' ? 'Without a title' : title} wide onClose={onClose}>
      <div className={styles.recipe}>
        <p className={styles.author}>By {byline}</p>
        {photo ? (
          <img className={styles.photo} src={photo.pictures.at(-1)?.url} alt={photo.alt} />
        ) : (
          <MediaPreview draft={draft} />
        )}
        <div className={styles.chips}>
          {cuisine && <Chip tone="coral">{cuisine}</Chip>}
          {difficulty && <Chip>{difficulty}</Chip>}
          {facts.map((fact) => (
            <Chip key={fact}>{fact}</Chip>
          ))}
        </div>
        {description && <p className={styles.description}>{description}</p>}
        {ingredients && ingredients.length > 0 && (
          <section>
            <h2 className={styles.heading}>Ingredients</h2>
            <ul>
              {ingredients
                .map(({ name, amount = '', unit = '' }, index) => ({ name, amount: `${amount}`, unit, index }))
                .map(({ index, ...ingredient }) => (
                  <li key={index} className={styles.ingredient}>
                    <span>{ingredient.name}</span> <span className={styles.amount}>{quantityText(ingredient)}</span>
                  </li>
                ))}
            </ul>
          </section>
        )}
        {instructions && instructions.length > 0 && (
          <section>
            <h2 className={styles.heading}>Instructions</h2>
            <ol>
              {instructions
                .map((text, index) => ({ text, number: index + 1 }))
                .map(({ text, number }) => (
                  <li key={number} className={styles.step}>
                    <span className={styles.number}>{number}</span>
                    <p className={styles.text}>{withTemperatures(text, system)}</p>
                  </li>
                ))}
            </ol>
          </section>
        )}
      </div>
      <Actions>
        <Button onClick={onClose}>Keep writing</Button>
      </Actions>
    </Dialog>
  );
}
