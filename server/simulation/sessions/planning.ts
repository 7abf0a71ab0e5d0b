import { scaleAmount } from '../../core/contracts/scale-amount.ts';
import { days, daysAfter, meals, mondayOf } from '../../core/contracts/week.ts';
import type { MealChanges } from '../../core/domain/meal-plan/change-meals.ts';
import { mealsOf } from '../../core/domain/meal-plan/decider.ts';
import type { PlannedMeal } from '../../core/domain/meal-plan/planned-week.ts';
import { textOf, toPlannedRecipe } from '../cookbook.ts';
import type { Person } from '../homes.ts';
import { mealNotes } from '../phrases.ts';
import type { Place, World } from '../world.ts';

/** Plans meals of this week or the next, and adds their ingredients to the list. */
export function* planWeek(world: World, person: Person): Generator<number, void> {
  const { random, recorder } = world;
  const place = world.placeOf(person);
  const { plan } = place.home;
  const today = recorder.at.slice(0, 10);
  const week = mondayOf(random.chance(0.5) ? today : daysAfter(today, 7));
  for (let count = random.between(2, 6); count > 0; count--) {
    yield world.pause();
    const servings = random.chance(0.4) ? random.between(1, 6) : null;
    const slot = { day: random.pick(days), meal: random.pick(meals) };
    const planned = [{ id: world.newId(), ...slot, ...dishOf(world), servings }];
    place.act(plan, { type: 'ChangePlan', week, plan: planned });
  }
  if (random.chance(0.5)) changeMeal(world, place, week);
  for (const meal of random.pickSome(mealsOf(plan.state, week), random.between(1, 2))) {
    yield world.pause();
    addIngredients(world, place, meal);
  }
}

function dishOf({ random, cookbook }: World) {
  const stream = cookbook.pick(random);
  const recipe = textOf(stream);
  return !recipe || random.chance(0.12)
    ? { note: { title: random.pick(mealNotes) } }
    : { recipe: toPlannedRecipe(stream.id, recipe) };
}

/** Moves or removes a meal, or changes what it is or how many eat. */
function changeMeal(world: World, { home, act }: Place, week: string): void {
  const { plan, list } = home;
  const { random } = world;
  const planned = mealsOf(plan.state, week);
  if (planned.length === 0) return;
  const { id, day, meal, servings } = random.pick(planned);
  const change = (changes: MealChanges) => act(plan, { type: 'ChangePlan', week, ...changes });
  switch (random.below(4)) {
    case 0:
      change({ move: [{ id, day: random.pick(days), meal: random.pick(meals), from: { day, meal } }] });
      break;
    case 1:
      change({ setServings: [{ id, servings: random.between(1, 8), from: servings }] });
      break;
    case 2:
      change({ replace: [{ id, ...dishOf(world) }] });
      break;
    default:
      change({ remove: [{ id }] });
      // Nobody eats it any more, so its ingredients are not needed.
      act(list, { type: 'TakeBack', mealId: id });
  }
}

/** As `web/features/meal-plan/add-week-ingredients.ts` does. */
function addIngredients(world: World, { home, members, act }: Place, meal: PlannedMeal): void {
  if (!('recipe' in meal)) return;
  const { id: recipeId, title: recipeTitle } = meal.recipe;
  const recipe = world.cookbook.find(recipeId);
  if (!recipe) return;
  const portion = meal.servings !== null && recipe.servings !== null ? meal.servings / recipe.servings : 1;
  const items = recipe.ingredients.map(({ name, amount, unit }) => ({
    id: world.newId(),
    name,
    amount: (portion === 1 ? undefined : scaleAmount(amount, unit, portion)) ?? amount,
    unit,
    recipeId,
    recipeTitle,
    plannedMeal: { id: meal.id, portion },
  }));
  if (items.length > 0) act(home.list, { type: 'AddItems', items, members: members() });
}
