import type { EventVersions } from '../event-versions.ts';
import type { MealPlanEvent } from './events.ts';

/** All types of its events, each with its upcasts: none while it is in its first version. */
export const mealPlanEvents: EventVersions<MealPlanEvent> = {
  MealPlanned: [],
  MealUnplanned: [],
};
