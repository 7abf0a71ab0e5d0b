import { useChosenSystem } from './amounts/reading.ts';
import { withTemperatures } from './amounts/temperatures.ts';
import { CookLink } from './cook/cook-link.tsx';
import styles from './instructions.module.css';

export interface InstructionsProps {
  recipeId: string;
  steps: readonly string[];
}

export function Instructions({ recipeId, steps }: InstructionsProps) {
  const system = useChosenSystem();
  if (steps.length === 0) return null;
  return (
    <section className={styles.instructions}>
      <CookLink recipeId={recipeId} steps={steps} />
      <h2 className={styles.title}>Instructions</h2>
      <ol>
        {steps
          .map((text, index) => ({ text, number: index + 1 }))
          .map(({ text, number }) => (
            <li key={number} className={styles.step}>
              <span className={styles.number}>{number}</span>
              <p className={styles.text}>{withTemperatures(text, system)}</p>
            </li>
          ))}
      </ol>
    </section>
  );
}
