import { idOfSlot } from '../../contracts/slot-id.ts';
import type { EventVersions } from '../event-versions.ts';
import type { MealPlanEvent, PlannedRecipe, SlotOfWeek } from './events.ts';

/** In version 1, a slot had one meal at most, without an id. A newly planned recipe replaced it. */
type Planned1 = SlotOfWeek & { recipe: PlannedRecipe };
type Unplanned1 = SlotOfWeek & { recipe: { id: string; title: string } };

/** All event types of the stream with their upcasts; empty for version 1. */
export const mealPlanEvents: EventVersions<MealPlanEvent> = {
  MealPlanned: [(data: Planned1) => ({ ...data, id: idOfSlot(data) })],
  MealUnplanned: [(data: Unplanned1) => ({ ...data, id: idOfSlot(data) })],
  MealMoved: [],
  MealServingsChanged: [],
};
