import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';

const loadCalendarLink = async () => (await import('./calendar-link-dialog.tsx')).CalendarLinkDialog;

export interface PlanMenuProps {
  uid: string;
  /** The id of the plan's owner: a user or a household. */
  whose: string;
}

/** The actions that concern the whole plan. */
export function PlanMenu({ uid, whose }: PlanMenuProps) {
  const calendarLink = useDialog(loadCalendarLink);
  return (
    <>
      <MoreMenu label="Plan options" items={[{ label: 'Calendar link', onChoose: calendarLink.open }]} />
      {calendarLink.Dialog && <calendarLink.Dialog uid={uid} whose={whose} onClose={calendarLink.close} />}
    </>
  );
}
