import { LongAgo } from '../../../core/contracts/long-ago.ts';
import {
  ChangePlan,
  MealPlan,
  type PlannedMeal,
  PlanPath,
  PlanQuery,
  SaveMealPlan,
} from '../../../core/contracts/meal-plan.ts';
import { slotsOf } from '../../../core/contracts/plan-meals.ts';
import { mealPlanRefusals } from '../../../core/domain/meal-plan/refusals.ts';
import { card } from '../../openapi/examples.ts';
import { contentLocation, documentId, entityTag, ifMatch, revision } from '../../openapi/headers.ts';
import { json, type Operation } from '../../openapi/operation.ts';
import { forbidden } from '../../responses/errors.ts';

const tag = 'Meal plan';

const salad = { id: card.id, title: card.title, cuisine: card.cuisine, cookingTime: 15 };
const [saladId, outId] = ['019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40', '019da8b0-5d2e-7c11-9f0a-3c8d6e5b4f21'];
const meals: PlannedMeal[] = [
  { id: saladId, day: 'Wednesday', meal: 'Dinner', recipe: salad, note: null, servings: 3 },
  {
    id: outId,
    day: 'Friday',
    meal: 'Dinner',
    recipe: null,
    note: { title: 'Eating out', details: 'Café Nord' },
    servings: null,
  },
];
const week: MealPlan = { ...slotsOf(meals), meals };

export const notYours = () => forbidden("This is somebody else's meal plan");

export const readPlan = {
  tag,
  summary: 'Read a week',
  description:
    'Each slot has its first recipe. `meals` has all meals, also further ones, notes, and how many eat. Recipes have their current title and picture. A withdrawn recipe stays as it was when it was planned.',
  token: 'required',
  kind: 'read with ETag',
  params: PlanPath,
  querystring: PlanQuery,
  responses: [
    json(200, 'The week by days and meals', MealPlan, { 'A week': week }, [contentLocation, documentId, revision]),
  ],
  errors: [notYours()],
} satisfies Operation;

export const readLongAgo = {
  tag,
  summary: 'Read what was planned long ago',
  description:
    'Recipes that the plan had in the last half year, but neither in the last six weeks nor from now on: those that were planned most often.',
  token: 'required',
  kind: 'read',
  params: PlanPath,
  responses: [
    json(200, 'The recipes', LongAgo, { 'A recipe': { items: [{ recipe: salad, lastPlanned: '2026-09-12' }] } }),
  ],
  errors: [notYours()],
} satisfies Operation;

export const savePlan = {
  tag,
  summary: 'Save a week',
  description:
    'Replaces the first recipe of each slot: the recipes of an omitted slot are removed. Notes, and further recipes of a slot whose first recipe stays or is replaced, are kept. With `If-Match`, only the slots that differ from that version are changed, so that the edits of two people to different slots are both kept.',
  token: 'required',
  kind: 'write',
  params: PlanPath,
  querystring: PlanQuery,
  body: SaveMealPlan,
  bodyExamples: { 'Salad on Wednesday': { Wednesday: { Dinner: salad } }, 'An empty week': {} },
  requestHeaders: [ifMatch],
  responses: [json(200, 'The changed week', MealPlan, { 'A week': week }, [contentLocation, documentId, entityTag])],
  errors: [
    notYours(),
    mealPlanRefusals.versionUnknown(),
    mealPlanRefusals.titleRequired(),
    mealPlanRefusals.slotFull(),
  ],
} satisfies Operation;

export const changePlan = {
  tag,
  summary: 'Change meals of a week',
  description:
    'Makes all the changes, or none. A slot can have several meals; each has an id, which stays the same when it is moved or its recipe is replaced. A change that names in `from` what the user saw is refused if that has changed meanwhile. Changes of different meals are always kept, also in the same slot. `slots` sets the first recipes of slots, for clients that do not know meals.',
  token: 'required',
  kind: 'write',
  params: PlanPath,
  querystring: PlanQuery,
  body: ChangePlan,
  bodyExamples: {
    'Salad for three on Wednesday': {
      plan: [{ id: saladId, day: 'Wednesday', meal: 'Dinner', recipe: salad, servings: 3 }],
    },
    'Eating out on Friday': {
      plan: [{ id: outId, day: 'Friday', meal: 'Dinner', note: { title: 'Eating out', details: 'Café Nord' } }],
    },
    'Salad a day later': {
      move: [{ id: saladId, day: 'Thursday', meal: 'Dinner', from: { day: 'Wednesday', meal: 'Dinner' } }],
    },
    'Swap the two dinners': {
      move: [
        { id: saladId, day: 'Friday', meal: 'Dinner', from: { day: 'Wednesday', meal: 'Dinner' } },
        { id: outId, day: 'Wednesday', meal: 'Dinner', from: { day: 'Friday', meal: 'Dinner' } },
      ],
    },
    'Four eat salad': { setServings: [{ id: saladId, servings: 4, from: 3 }] },
    'No salad': { remove: [{ id: saladId, from: { recipe: salad.id } }] },
    'By slots': { slots: [{ day: 'Wednesday', meal: 'Dinner', recipe: salad, from: null }] },
  },
  responses: [json(200, 'The changed week', MealPlan, { 'A week': week }, [contentLocation, documentId, entityTag])],
  errors: [
    notYours(),
    mealPlanRefusals.mealNotFound(),
    mealPlanRefusals.mealChangedMeanwhile('dish'),
    mealPlanRefusals.slotChanged(),
    mealPlanRefusals.slotFull(),
    mealPlanRefusals.idInUse(),
    mealPlanRefusals.dishRequired(),
    mealPlanRefusals.noteRequired(),
    mealPlanRefusals.titleRequired(),
    mealPlanRefusals.slotRepeated(),
  ],
} satisfies Operation;
