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

interface Asked {
  /** The kind of question and the meal: a later one replaces an earlier one. */
  readonly subject: string;
  readonly question: Question;
  /** Whether the question still applies to these meals. A slow connection leaves time to undo the change. */
  readonly applies: (meals: readonly PlannedMeal[]) => boolean;
}

const without = (asked: readonly Asked[], subject: string | undefined): readonly Asked[] =>
  asked.filter((each) => each.subject !== subject);

/**
 * After a change of the plan, asks whether the list should change, too, if it has items of the meal. One question at a time.
 * @param meals of the week as the user sees them
 */
export function useListQuestions(list: ListOfUser, meals: readonly PlannedMeal[]): ListQuestions {
  const dialog = useDialog(loadDialog);
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const ask = (subject: string, finding: Promise<Question | undefined>, applies: Asked['applies']) => {
    finding
      .then((question) => {
        if (!question) return;
        setAsked((before) => [...without(before, subject), { subject, question, applies }]);
        dialog.open();
      })
      .catch(reportError);
  };
  const open = asked.filter(({ applies }) => applies(meals));
  // One that does not apply any more must not come back.
  if (open.length < asked.length) setAsked(open);
  const [shown] = open;
  const end = () => setAsked((before) => without(before, shown?.subject));
  return {
    askToTakeBack: (meal, undo) => {
      const isSame = ({ id, recipe }: PlannedMeal) => id === meal.id && recipe?.id === meal.recipe?.id;
      ask(`take back ${meal.id}`, askToTakeBack(list, meal, undo), (now) => !now.some(isSame));
    },
    askAboutAmounts: (meal) => {
      const isSame = ({ id, servings }: PlannedMeal) => id === meal.id && servings === meal.servings;
      ask(`amounts of ${meal.id}`, askAboutAmounts(list, meal), (now) => now.some(isSame));
    },
    dialog: dialog.Dialog && shown && <dialog.Dialog key={shown.subject} {...shown.question} onClose={end} />,
  };
}
