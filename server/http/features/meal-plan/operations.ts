import { ChangeSlots, MealPlan, PlanPath, PlanQuery, SaveMealPlan } from '../../../core/contracts/meal-plan.ts';
import { fillPlan } from '../../../core/contracts/plan-slots.ts';
import { mealPlanRefusals } from '../../../core/domain/meal-plan/refusals.ts';
import { card } from '../../openapi/examples.ts';
import { contentLocation, documentId, entityTag, ifMatch, revision } from '../../openapi/headers.ts';
import { json, type Operation } from '../../openapi/operation.ts';
import { forbidden } from '../../responses/errors.ts';

const tag = 'Meal plan';

const salad = { id: card.id, title: card.title, cuisine: card.cuisine, cookingTime: 15 };
const week = fillPlan((day, meal) => (day === 'Wednesday' && meal === 'Dinner' ? salad : null));

export const notYours = () => forbidden("This is somebody else's meal plan");

export const readPlan = {
  tag,
  summary: 'Read a week',
  description: 'Recipes have their current title and picture. A withdrawn recipe stays as it was when it was planned.',
  token: 'required',
  kind: 'read with ETag',
  params: PlanPath,
  querystring: PlanQuery,
  responses: [
    json(200, 'The week by days and meals', MealPlan, { 'A week': week }, [contentLocation, documentId, revision]),
  ],
  errors: [notYours()],
} satisfies Operation;

export const savePlan = {
  tag,
  summary: 'Save a week',
  description:
    'Replaces the whole week: an omitted slot is emptied. With `If-Match`, only the slots that differ from that version are changed, so that the edits of two people to different slots are both kept.',
  token: 'required',
  kind: 'write',
  params: PlanPath,
  querystring: PlanQuery,
  body: SaveMealPlan,
  bodyExamples: { 'Salad on Wednesday': { Wednesday: { Dinner: salad } }, 'An empty week': {} },
  requestHeaders: [ifMatch],
  responses: [json(200, 'The changed week', MealPlan, { 'A week': week }, [contentLocation, documentId, entityTag])],
  errors: [notYours(), mealPlanRefusals.versionUnknown(), mealPlanRefusals.titleRequired()],
} satisfies Operation;

export const changeSlots = {
  tag,
  summary: 'Change slots of a week',
  description:
    'Changes the given slots and no others, all of them or none. With `from`, a slot that was changed to another recipe meanwhile is not overwritten.',
  token: 'required',
  kind: 'write',
  params: PlanPath,
  querystring: PlanQuery,
  body: ChangeSlots,
  bodyExamples: {
    'Salad on Wednesday': { slots: [{ day: 'Wednesday', meal: 'Dinner', recipe: salad, from: null }] },
    'Salad a day later': {
      slots: [
        { day: 'Wednesday', meal: 'Dinner', recipe: null, from: salad.id },
        { day: 'Thursday', meal: 'Dinner', recipe: salad, from: null },
      ],
    },
  },
  responses: [json(200, 'The changed week', MealPlan, { 'A week': week }, [contentLocation, documentId, entityTag])],
  errors: [
    notYours(),
    mealPlanRefusals.slotChanged(),
    mealPlanRefusals.slotRepeated(),
    mealPlanRefusals.titleRequired(),
  ],
} satisfies Operation;
