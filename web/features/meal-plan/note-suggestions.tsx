import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import styles from './note-suggestions.module.css';
import { NoteIcon } from './plan-icons.tsx';

const usual = ['Eating out', 'Leftovers', 'Takeaway'];

export interface NoteSuggestionsProps {
  /** What the user searches for: it may be no recipe. */
  typed: string;
  /** @param title of the note; empty if the user has to write it */
  onChoose: (title: string) => void;
}

/** Ways to plan a meal without a recipe. */
export function NoteSuggestions({ typed, onChoose }: NoteSuggestionsProps) {
  const title = typed.slice(0, mealPlanLimits.note);
  return (
    <section className={styles.suggestions} aria-label="Without a recipe">
      <h3 className={styles.heading}>
        <NoteIcon size={18} />
        Without a recipe
      </h3>
      <div className={styles.options}>
        {(title === '' ? usual : [title]).map((each) => (
          <button key={each} type="button" className={styles.option} onClick={() => onChoose(each)}>
            {each}
          </button>
        ))}
        {title === '' && (
          <button type="button" className={styles.option} onClick={() => onChoose('')}>
            Something else
          </button>
        )}
      </div>
    </section>
  );
}
