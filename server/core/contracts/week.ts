/** The days and meals of a plan, in order. Kept apart from the schemas, so that the browser can import them alone. */
export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Day = (typeof days)[number];

export const meals = ['Breakfast', 'Lunch', 'Dinner'] as const;
export type Meal = (typeof meals)[number];

/** An object with a value for each day, in order. */
export const byDay = <Value>(valueFor: (day: Day) => Value): Record<Day, Value> => ({
  Monday: valueFor('Monday'),
  Tuesday: valueFor('Tuesday'),
  Wednesday: valueFor('Wednesday'),
  Thursday: valueFor('Thursday'),
  Friday: valueFor('Friday'),
  Saturday: valueFor('Saturday'),
  Sunday: valueFor('Sunday'),
});

/** An object with a value for each meal, in order. */
export const byMeal = <Value>(valueFor: (meal: Meal) => Value): Record<Meal, Value> => ({
  Breakfast: valueFor('Breakfast'),
  Lunch: valueFor('Lunch'),
  Dinner: valueFor('Dinner'),
});

const dayMs = 86_400_000;

/** The Monday of a date's week. @param date YYYY-MM-DD, as is the result */
export function mondayOf(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
}

/** @param count number of days; negative for an earlier date */
export const daysAfter = (date: string, count: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
