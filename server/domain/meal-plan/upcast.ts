import type { EventVersions } from '../event-versions.ts';
import type { MealPlanEvent } from './events.ts';

/** How the older versions of each are read. */
export const mealPlanEvents: EventVersions<MealPlanEvent> = {
  MealPlanned: [],
  MealUnplanned: [],
};
