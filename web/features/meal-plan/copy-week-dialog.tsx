import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { Actions } from '../../components/actions.tsx';
import { Button } from '../../components/button.tsx';
import { ChoiceRows } from '../../components/choice-rows.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { plans } from './api.ts';
import { copyWeek, leftOutText, weeksToCopyTo, withoutCopy } from './copy-week.ts';
import styles from './copy-week-dialog.module.css';
import { unseenWeek, type WeekId } from './plan.ts';
import { describeDistance, formatRange } from './weeks.ts';

export interface CopyWeekDialogProps {
  id: WeekId;
  today: string;
  /** The meals of the week. */
  meals: readonly PlannedMeal[];
  /** @param week that has the copies */
  onCopied: (week: string) => void;
  onClose: () => void;
}

/** Copies the meals of a week to another one. */
export function CopyWeekDialog({ id: [uid, whose, week], today, meals, onCopied, onClose }: CopyWeekDialogProps) {
  const weeks = weeksToCopyTo(week, today);
  const [target = week, setTarget] = useState(weeks[0]);
  const id = [uid, whose, target] as const;
  const query = useQuery(plans.query(...id));
  const pending = plans.usePending(...id);
  // If it cannot be fetched, the server decides.
  const isUnknown = !query.data && query.fetchStatus !== 'fetching';
  const planned = plans.applyPending(query.data ?? unseenWeek(target), pending).meals;
  const copy = copyWeek(meals, planned);
  const count = formatCount(copy.plan.length, 'meal');

  const confirm = () => {
    undoOffers.show({
      changeKey: plans.change(id, { plan: copy.plan }),
      message: (
        <>
          Copied <b>{count}</b>
        </>
      ),
      onUndo: () => {
        for (const change of withoutCopy(copy)) plans.change(id, change);
      },
    });
    onClose();
    onCopied(target);
  };
  return (
    <Dialog title={`Copy ${formatRange(week)}`} sheet onClose={onClose}>
      <ChoiceRows
        legend="To which week?"
        name="week"
        options={weeks.map((each) => ({
          value: each,
          content: (
            <>
              <b>{describeDistance(each, today)}</b> <span className={styles.range}>{formatRange(each)}</span>
            </>
          ),
        }))}
        chosen={target}
        onChoose={setTarget}
        rowClassName={styles.week}
      />
      <p className={styles.state} role="status">
        {isUnknown &&
          'What this week has is not known without a connection. If the meals do not fit, Not saved says so. '}
        {leftOutText(copy)}
      </p>
      <Actions>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" busy={!query.data && !isUnknown} disabled={copy.plan.length === 0} onClick={confirm}>
          {copy.plan.length === 0 ? 'Copy' : `Copy ${count}`}
        </Button>
      </Actions>
    </Dialog>
  );
}
