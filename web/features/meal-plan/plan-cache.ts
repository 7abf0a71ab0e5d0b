import type { PlannedSlot } from '../../../server/core/contracts/live.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { type Day, days, type Meal, meals } from '../../../server/core/contracts/week.ts';
import { positionAtLeast } from '../../lib/api-client.ts';
import { type News, withNews } from '../../lib/news.ts';
import { advanced, includes, isNews, rebased, type Versions, versionsAt } from '../../lib/versions.ts';

/** A plan as the server answered it. A change is made of it and sent with its ETag, so that it touches nothing else. */
export interface ReadPlan {
  readonly plan: MealPlan;
  readonly etag: string | undefined;
  readonly position: string;
}

/** A week as the server has confirmed it; changes on their way are laid over it and never written into it. */
export interface CachedPlan {
  readonly plan: MealPlan;
  /** What was answered last; `plan` has what was told since. */
  readonly read: ReadPlan;
  /** Parts are slots. */
  readonly versions: Versions;
  /** By slot. */
  readonly news: News;
}

export interface PlanChange {
  readonly position: string;
  readonly changed: readonly PlannedSlot[];
}

/** What is on the screen while a change arrives, so that only what differs from it is marked as news. */
export interface Witness {
  readonly at: number;
  readonly shows: (slot: PlannedSlot) => boolean;
}

export const slotName = ({ day, meal }: { day: Day; meal: Meal }): string => `${day} ${meal}`;

export const withSlot = (plan: MealPlan, { day, meal, recipe }: PlannedSlot): MealPlan => ({
  ...plan,
  [day]: { ...plan[day], [meal]: recipe },
});

export const sameRecipe = (a: PlannedRecipe | null, b: PlannedRecipe | null): boolean =>
  a?.id === b?.id && a?.title === b?.title && a?.cuisine === b?.cuisine && a?.imageUrl === b?.imageUrl;

const slotsOf = (plan: MealPlan): PlannedSlot[] =>
  days.flatMap((day) => meals.map((meal) => ({ day, meal, recipe: plan[day][meal] })));

/** What the server answered; what was told about later positions meanwhile stays. */
export function fromAnswer(read: ReadPlan, former?: CachedPlan): CachedPlan {
  if (!former) return { plan: read.plan, read, versions: versionsAt(read.position), news: {} };
  if (!positionAtLeast(read.position, former.versions.base)) return former;
  const versions = rebased(former.versions, read.position);
  const toldLater = slotsOf(former.plan).filter((slot) => versions.parts[slotName(slot)] !== undefined);
  return { ...former, plan: toldLater.reduce(withSlot, read.plan), read: newer(former.read, read), versions };
}

const newer = (known: ReadPlan, read: ReadPlan): ReadPlan =>
  positionAtLeast(read.position, known.position) ? read : known;

/** Takes in what a live message tells; the same plan comes back when it tells nothing new. */
export function foldChange(cached: CachedPlan, change: PlanChange, witness?: Witness): CachedPlan {
  const { plan, versions } = cached;
  const { position } = change;
  const isShown = ({ day, meal, recipe }: PlannedSlot) => sameRecipe(plan[day][meal], recipe);
  const isNew = (slot: PlannedSlot) =>
    isNews(versions, slotName(slot), position) && !(includes(versions, slotName(slot), position) && isShown(slot));
  return withChange(cached, position, change.changed.filter(isNew), witness);
}

/** Takes in the answer to a write, unless a message has told of its position already: that counts more, see `isNews`. */
const foldAnswer = (cached: CachedPlan, { position, changed }: PlanChange): CachedPlan =>
  withChange(
    cached,
    position,
    changed.filter((slot) => !includes(cached.versions, slotName(slot), position)),
  );

function withChange(cached: CachedPlan, position: string, told: readonly PlannedSlot[], witness?: Witness): CachedPlan {
  if (told.length === 0) return cached;
  const news = witness ? told.filter((slot) => !witness.shows(slot)).map(slotName) : [];
  return {
    ...cached,
    plan: told.reduce(withSlot, cached.plan),
    versions: advanced(cached.versions, told.map(slotName), position),
    news: witness ? withNews(cached.news, news, witness.at) : cached.news,
  };
}

/** A recipe reads otherwise from here on, wherever it is planned; the same plan comes back when it is not. */
export function foldRevised(cached: CachedPlan, revised: PlannedRecipe): CachedPlan {
  const slots = slotsOf(cached.plan).filter(({ recipe }) => recipe?.id === revised.id && !sameRecipe(recipe, revised));
  if (slots.length === 0) return cached;
  return { ...cached, plan: slots.map((slot) => ({ ...slot, recipe: revised })).reduce(withSlot, cached.plan) };
}

/** A change was saved. Others' changes that were answered with it come by themselves, each with its own position. */
export const foldSaved = (cached: CachedPlan, read: ReadPlan, { day, meal }: { day: Day; meal: Meal }): CachedPlan => ({
  ...foldAnswer(cached, { position: read.position, changed: [{ day, meal, recipe: read.plan[day][meal] }] }),
  read: newer(cached.read, read),
});
