import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { HouseholdSwitch } from '../../components/household-switch.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusPill } from '../../components/status-pill.tsx';
import { StorageWarning } from '../../components/storage-warning.tsx';
import { useWhose } from '../../components/use-whose.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type SessionUser, useSession } from '../../lib/identity/session.ts';
import { useLiveStatus } from '../../lib/live.ts';
import { useAsOf } from '../../lib/sync/use-as-of.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { plans } from './api.ts';
import styles from './meal-plan-screen.module.css';
import { unseenWeek } from './plan.ts';
import { PlanMenu } from './plan-menu.tsx';
import { PlanSkeleton } from './plan-skeleton.tsx';
import { useScrollToToday } from './use-scroll-to-today.ts';
import { WeekPlan } from './week-plan.tsx';
import { WeekSwitch } from './week-switch.tsx';
import { localDate, weekFromParam, weekParams } from './weeks.ts';

export function MealPlanScreen() {
  const session = useSession();
  return session.status === 'signedIn' ? <Plan user={session.user} /> : null;
}

/** The user's own plan, or that of a household. */
function Plan({ user }: { user: SessionUser }) {
  const { uid } = user;
  const shown = useWhose(uid);
  const { whose } = shown;
  const [searchParams, setSearchParams] = useSearchParams();
  const today = localDate(useMinute());
  const week = weekFromParam(searchParams.get('week'), today);
  const plan = useQuery(plans.query(uid, whose, week));
  const pending = plans.usePending(uid, whose, week);
  const { meals } = plans.applyPending(plan.data ?? unseenWeek(week), pending);
  // Without a connection, a week that was never seen has what was planned in it since.
  const isShown = plan.data !== undefined || (plan.isError && pending.length > 0);
  const status = useLiveStatus();
  const asOf = useAsOf(plans.query(uid, whose, week).queryKey);
  const screen = useRef<HTMLDivElement>(null);
  useEffect(plans.follow, []);
  useScrollToToday(screen, !plan.isPending);

  return (
    <div ref={screen} className={styles.screen}>
      <HouseholdSwitch label="Whose plan" reader={uid} shown={shown} />
      <PageTitle title="Weekly Meal Plan">
        <span role="status" className={styles.status}>
          <StatusPill status={status} isQuiet />
        </span>
        {asOf !== undefined && <p className={styles.asOf}>As of {asOf}</p>}
        <WeekSwitch
          week={week}
          today={today}
          onSwitch={(to) => setSearchParams(weekParams(to, today), { preventScrollReset: true })}
        />
        <div className={styles.menu}>
          <PlanMenu key={whose} id={[uid, whose, week]} today={today} meals={meals} />
        </div>
      </PageTitle>
      <StorageWarning className={styles.alert} />
      <LoadFailure query={plan} subject="Your meal plan" className={styles.alert}>
        {failureText(plan.error, 'Failed to fetch meal plan')}
      </LoadFailure>
      {plan.isPending && <PlanSkeleton week={week} today={today} />}
      {isShown && (
        <WeekPlan key={`${uid} ${whose} ${week}`} user={user} whose={whose} week={week} today={today} meals={meals} />
      )}
    </div>
  );
}
