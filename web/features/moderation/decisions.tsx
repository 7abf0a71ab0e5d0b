import { useState } from 'react';
import type { DecisionForm } from '../../../server/core/contracts/moderation.ts';
import { Button } from '../../components/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import styles from './queue.module.css';

export interface Choice {
  readonly label: string;
  readonly caseId: string;
  readonly decision: DecisionForm['decision'];
}

/** Buttons for what a moderator can decide; each asks for the reason. */
export function Decisions({ choices }: { choices: readonly Choice[] }) {
  const [chosen, setChosen] = useState<Choice>();
  if (choices.length === 0) return null;
  return (
    <div className={styles.actions}>
      {choices.map((choice) => (
        <Button key={choice.label} size="small" onClick={() => setChosen(choice)}>
          {choice.label}
        </Button>
      ))}
      {chosen && <DecisionDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </div>
  );
}
