import { useSearchParams } from 'react-router-dom';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import type { WeekId } from './plan.ts';
import { weekParams } from './weeks.ts';

const loadCalendarLink = async () => (await import('./calendar-link-dialog.tsx')).CalendarLinkDialog;
const loadCopyWeek = async () => (await import('./copy-week-dialog.tsx')).CopyWeekDialog;

export interface PlanMenuProps {
  /** The shown week. */
  id: WeekId;
  today: string;
  /** Its meals. */
  meals: readonly PlannedMeal[];
}

/** The actions that concern the whole week or plan. */
export function PlanMenu({ id, today, meals }: PlanMenuProps) {
  const [, setSearchParams] = useSearchParams();
  const calendarLink = useDialog(loadCalendarLink);
  const copyWeek = useDialog(loadCopyWeek);
  const [uid, whose] = id;
  return (
    <>
      <MoreMenu
        label="Plan options"
        items={[
          ...(meals.length > 0 ? [{ label: 'Copy week', onChoose: copyWeek.open }] : []),
          { label: 'Calendar link', onChoose: calendarLink.open },
        ]}
      />
      {calendarLink.Dialog && <calendarLink.Dialog uid={uid} whose={whose} onClose={calendarLink.close} />}
      {copyWeek.Dialog && (
        <copyWeek.Dialog
          id={id}
          today={today}
          meals={meals}
          onCopied={(week) => setSearchParams(weekParams(week, today), { preventScrollReset: true })}
          onClose={copyWeek.close}
        />
      )}
    </>
  );
}
