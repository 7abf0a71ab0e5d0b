import type { Day, Meal } from './week.ts';

const dayNumbers = { Monday: 1, Tuesday: 2, Wednesday: 3, Thursday: 4, Friday: 5, Saturday: 6, Sunday: 7 } as const;
const mealNumbers = { Breakfast: 1, Lunch: 2, Dinner: 3 } as const;

/**
 * The id of the only meal of a slot in releases in which meals had no ids: a UUID of version 8 (RFC 9562, section 5.8) with
 * the slot in digits. It sorts before the ids of later meals.
 */
export const idOfSlot = ({ week, day, meal }: { week: string; day: Day; meal: Meal }): string =>
  `00000000-000${dayNumbers[day]}-800${mealNumbers[meal]}-8000-0000${week.replaceAll('-', '')}`;
