import { beforeEach, expect, test, vi } from 'vitest';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { sessionOf } from '../../../tests/support/signed-in-page.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { pendingChanges } from '../../lib/sync/pending-changes.ts';
import { refusedChanges } from '../../lib/sync/refused-changes.ts';
import { changedByOthers, plans } from './api.ts';
import type { PlannedWeek, WeekId } from './plan.ts';

vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  // Otherwise, tests of the same process would receive the changes as those of another tab.
  vi.stubGlobal('BroadcastChannel', undefined);
});
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);
// It would store documents half a second later, during another test.
vi.mock('../../lib/sync/kept-documents.ts', () => ({
  keepDocuments: () => undefined,
  forgetDocuments: async () => undefined,
  toStoredDocument: () => undefined,
}));
vi.mock('../../lib/sync/device-database.ts', () => ({
  deviceDatabase: async () => undefined,
  onDatabaseClosed: () => undefined,
}));

const id: WeekId = ['mia', 'mia', '2026-11-16'];
const week: PlannedWeek = { planId: 'plan', week: '2026-11-16', revision: '5', meals: [] };

beforeEach(() => {
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('navigator', { locks: { request: (_: string, _options: object, run: () => unknown) => run() } });
  savedSession.set(sessionOf('mia'));
  refusedChanges.remove(refusedChanges.all().map(({ key }) => key));
});

test.each([
  [404, true],
  [409, true],
  [400, false],
])('after a refusal with %i, a week is fetched again when it is shown: %s', async (statusCode, isFetched) => {
  const { queryKey } = plans.query(...id);
  queryClient.setQueryData(queryKey, week);
  const refusal = new ApiError({ statusCode, code: 'REFUSED', message: 'No' });
  vi.spyOn(api, 'send').mockRejectedValue(refusal);
  plans.change(id, { remove: [{ id: 'dinner' }] });
  await vi.waitFor(() => expect(pendingChanges.waitingCount()).toBe(0));
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(isFetched);
});

test('undoing the removal of a meal that was not removed, because another member has changed it, is done', async () => {
  const refuse = (code: string) =>
    vi.spyOn(api, 'send').mockRejectedValueOnce(new ApiError({ statusCode: 409, code, message: 'No' }));
  const put = { id: 'dinner', day: 'Friday', meal: 'Dinner', note: { title: 'Eating out' } } as const;
  for (const [code, notSaved] of [
    ['ID_IN_USE', 0],
    ['SLOT_FULL', 1],
  ] as const) {
    refuse(code);
    plans.change(id, { plan: [put] });
    await vi.waitFor(() => expect(pendingChanges.waitingCount()).toBe(0));
    expect(refusedChanges.all(), code).toHaveLength(notSaved);
  }
});

test('marks the slots that another device has changed, and no others', async () => {
  plans.follow();
  const meal = (id: string, day: PlannedMeal['day'], servings: number | null = null): PlannedMeal => ({
    ...{ id, day, meal: 'Dinner', recipe: { id: 'pie', title: 'Pie' }, note: null, servings },
  });
  const [monday, friday] = [meal('a', 'Monday'), meal('b', 'Friday')];
  queryClient.setQueryData(plans.query(...id).queryKey, { ...week, meals: [monday, friday] });
  const revisions = { position: '1', planId: 'plan', week: week.week, from: '5', revision: '6' };
  const meals = [monday, meal('b', 'Friday', 3), meal('c', 'Sunday')];
  receive({ kind: 'plan.changed', ...revisions, meals, removed: [], changed: [] });
  const slots = ['2026-11-16 Friday Dinner', '2026-11-16 Sunday Dinner'];
  await vi.waitFor(() => expect(Object.keys(changedByOthers.get())).toEqual(slots));
});
