import type { PlannedSlot } from '../../../server/core/contracts/live.ts';
import { foldInto } from '../../lib/fold-live.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { onLive } from '../../lib/live.ts';
import { pendingChanges, planKey, reviseRecipe } from './api.ts';
import { withPending } from './pending.ts';
import { type CachedPlan, foldChange, sameRecipe } from './plan-cache.ts';

let following = false;

/** From the first call on the cached plans take in what live messages tell, whether they are on the screen or not. */
export function followPlans(): void {
  if (following) return;
  following = true;
  onLive((message) => {
    const uid = currentUid();
    if (uid === null) return;
    if (message.kind === 'recipe.revised') reviseRecipe(uid, message.recipe);
    if (message.kind !== 'plan.changed') return;
    const { week } = message;
    foldInto<CachedPlan>(planKey(uid, week), (cached) => {
      // What was done here is on the screen already, so its message is no news.
      const shown = withPending(cached.plan, week, pendingChanges());
      const shows = ({ day, meal, recipe }: PlannedSlot) => sameRecipe(shown[day][meal], recipe);
      return foldChange(cached, message, { at: Date.now(), shows });
    });
  });
}
