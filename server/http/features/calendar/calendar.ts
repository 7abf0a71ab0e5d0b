import { hash } from 'node:crypto';
import ical, { ICalEventTransparency } from 'ical-generator';
import { mealPlansModel, plannedWeek, weekId } from '../../../../projections/definitions/meal-plan.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { RecipeCard } from '../../../core/contracts/recipes.ts';
import { days, daysAfter, type Meal, mondayOf } from '../../../core/contracts/week.ts';

/** The weeks that a calendar has, before and after the current one. */
const weeks = { past: 8, ahead: 26 };

/** How often applications should fetch a calendar; some of them do so once a day at most. */
const refreshIntervalS = 3_600;

/** A planned meal of a calendar. */
export interface CalendarMeal {
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly meal: Meal;
  /** The recipe's current title, the title as of the time of planning if it was withdrawn, or that of a note. */
  readonly title: string;
  readonly description?: string;
  /** Undefined for a note and for a withdrawn recipe. */
  readonly recipeId?: string;
}

/** The meals of a plan around a day, in order. @param today YYYY-MM-DD @throws ReadModelUnavailable */
export async function readMeals(
  plans: ReadModelReader,
  recipes: ReadModelReader,
  planId: string,
  today: string,
): Promise<CalendarMeal[]> {
  const first = daysAfter(mondayOf(today), -7 * weeks.past);
  const mondays = Array.from({ length: weeks.past + 1 + weeks.ahead }, (_, n) => daysAfter(first, 7 * n));
  const stored = await plans.getMany(
    mealPlansModel.plans,
    mondays.map((monday) => weekId(planId, monday)),
  );
  const planned = mondays.flatMap((monday, n) =>
    plannedWeek(stored[n]?.json).meals.map((meal) => ({ ...meal, date: daysAfter(monday, days.indexOf(meal.day)) })),
  );
  const ids = [...new Set(planned.flatMap(({ recipe }) => recipe?.id ?? []))];
  const cards = ids.length === 0 ? [] : await recipes.getMany(recipesModel.cards, ids);
  const titles = new Map(
    cards.flatMap((card): [string, string][] => {
      if (!card) return [];
      const { id, title }: RecipeCard = JSON.parse(card.json);
      return [[id, title]];
    }),
  );
  return planned.map(({ id, date, meal, recipe, note }): CalendarMeal => {
    const shown = { id, date, meal };
    if (!recipe) return { ...shown, title: note?.title ?? '', ...(note?.details && { description: note.details }) };
    const title = titles.get(recipe.id);
    return title === undefined
      ? { ...shown, title: recipe.title, description: 'The recipe was withdrawn by its author.' }
      : { ...shown, title, recipeId: recipe.id };
  });
}

export interface CalendarSource {
  readonly planId: string;
  readonly name: string;
  /** YYYY-MM-DD; the time stamp of all events, so that the same meals always give the same text. */
  readonly today: string;
  readonly meals: readonly CalendarMeal[];
}

/** For the ETag: covers all that the calendar depends on besides its address. */
export const versionOf = (source: CalendarSource): string =>
  hash('sha256', JSON.stringify(source), 'base64url').slice(0, 22);

/**
 * A calendar with an all-day event for each meal, since a plan has no times. The id of an event is that of its
 * meal: when another recipe is chosen for it, or it is moved, applications change the event.
 * @param origin of the links to the recipes, such as `https://potluck.example`
 */
export function writeCalendar({ planId, name, today, meals }: CalendarSource, origin: string): string {
  const calendar = ical({
    prodId: { company: 'Potluck', product: 'Meal plan', language: 'EN' },
    // Unlike other texts, the library does not escape it (RFC 5545, section 3.3.11).
    name: name.replaceAll(/[\\;,]/g, '\\$&'),
    ttl: refreshIntervalS,
  });
  const stamp = new Date(today);
  for (const { id, date, meal, title, description, recipeId } of meals) {
    calendar.createEvent({
      id: `${planId}.${id}@potluck`,
      start: new Date(date),
      allDay: true,
      stamp,
      summary: `${meal}: ${title}`,
      // A meal does not make its day busy.
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(description !== undefined && { description }),
      ...(recipeId !== undefined && { url: `${origin}/recipe/${encodeURIComponent(recipeId)}` }),
    });
  }
  return calendar.toString();
}
