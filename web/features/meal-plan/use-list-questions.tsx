import { type ReactNode, useState } from 'react';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { useDialog } from '../../components/use-dialog.ts';
import type { ListOfUser } from '../../lib/list-writer.ts';
import { askAboutAmounts, askToTakeBack, type Question } from './list-questions.tsx';

const loadDialog = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

export interface ListQuestions {
  /** @param meal as it was. @param undo restores the plan */
  askToTakeBack: (meal: PlannedMeal, undo: () => void) => void;
  /** @param meal with how many eat now */
  askAboutAmounts: (meal: PlannedMeal) => void;
  /** To be rendered. */
  dialog: ReactNode;
}

/** After a change of the plan, asks whether the list should change, too, if it has items of the meal. */
export function useListQuestions(list: ListOfUser): ListQuestions {
  const dialog = useDialog(loadDialog);
  const [question, setQuestion] = useState<Question>();
  const ask = (finding: Promise<Question | undefined>) => {
    finding
      .then((found) => {
        if (!found) return;
        setQuestion(found);
        dialog.open();
      })
      .catch(reportError);
  };
  return {
    askToTakeBack: (meal, undo) => ask(askToTakeBack(list, meal, undo)),
    askAboutAmounts: (meal) => ask(askAboutAmounts(list, meal)),
    dialog: dialog.Dialog && question && <dialog.Dialog {...question} onClose={dialog.close} />,
  };
}
