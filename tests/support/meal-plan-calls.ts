import { newId } from '../../server/commands/ids.ts';
import type { MealPlan, SaveMealPlan, WeekSlots } from '../../server/core/contracts/meal-plan.ts';
import type { TestApp } from './test-app.ts';

const recipe = (title: string) => ({ id: newId(), title, cuisine: 'Italian', cookingTime: 30 });
export const [ramen, pizza, pie] = [recipe('Shoyu Ramen'), recipe('Margherita Pizza'), recipe('Apple Pie')];
export const emptyDay = { Breakfast: null, Lunch: null, Dinner: null };
export const emptyPlan: WeekSlots = {
  Monday: emptyDay,
  Tuesday: emptyDay,
  Wednesday: emptyDay,
  Thursday: emptyDay,
  Friday: emptyDay,
  Saturday: emptyDay,
  Sunday: emptyDay,
};

/** The plan as the specification has it, without the list of meals. */
export const slotsOf = (response: { json(): MealPlan }): WeekSlots => {
  const { meals: _, ...slots } = response.json();
  return slots;
};

/**
 * Calls of users for their own plan, of this week unless the query names another one.
 * @param app returns the application, once it is open
 */
export const mealPlanCalls = (app: () => TestApp) => ({
  read: (as: string, query = '', headers = {}) => app().as(as).get(`/api/meal-plan/${as}${query}`, headers),
  save: (as: string, plan: SaveMealPlan, headers = {}, query = '') =>
    app().as(as).put(`/api/meal-plan/${as}${query}`, plan, headers),
});
