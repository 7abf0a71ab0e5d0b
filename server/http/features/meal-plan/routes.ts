import type { FastifyReply, FastifyRequest } from 'fastify';
import { toPlannedMeal } from '../../../../projections/definitions/meal-plan.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { newId } from '../../../commands/ids.ts';
import type { SaveMealPlan } from '../../../core/contracts/meal-plan.ts';
import { sortMeals } from '../../../core/contracts/plan-meals.ts';
import { headerNames } from '../../../core/contracts/shared.ts';
import { isDate } from '../../../core/contracts/time.ts';
import { days, meals, mondayOf } from '../../../core/contracts/week.ts';
import {
  type MealPlanCommand,
  mealPlan,
  mealsOf,
  type PlanVersion,
  revisionOf,
  type SlotEdit,
} from '../../../core/domain/meal-plan/decider.ts';
import { isStillTheirs } from '../../../ownership/memberships.ts';
import type { Access, Ownership } from '../../../ownership/ownership.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalid } from '../../responses/errors.ts';
import { etagOf, send304IfUnchanged, sendJson, versionOfEtag } from '../../responses/sending.ts';
import { executeCommand, readFrom } from '../../writing/execute-command.ts';
import { readLongAgo as readRecipesOfLongAgo } from './long-ago.ts';
import { changePlan, notYours, readLongAgo, readPlan, savePlan } from './operations.ts';
import { createPlannedWeeks, parsePlanVersion } from './planned-weeks.ts';
import { storedRecipe } from './stored-recipe.ts';

export interface MealPlanDeps {
  readonly commands: CommandHandler;
  readonly plans: ReadModelReader;
  readonly recipes: ReadModelReader;
  readonly ownership: Ownership;
  readonly authentication: Authentication;
}

const login = {
  view: 'Please log in to view your meal plan',
  change: 'Please log in to change your meal plan',
};

export function mealPlanRoutes(app: Routes, deps: MealPlanDeps): void {
  const { commands, plans: model, ownership, authentication } = deps;
  const weeks = createPlannedWeeks(model, deps.recipes);
  /** Only the token identifies the user; the id in the path is what they ask for. */
  async function ownPlan(request: FastifyRequest, whose: string): Promise<Access> {
    const access = await ownership.find(userOf(request).uid, whose);
    if (!access) throw notYours();
    return access;
  }

  /** For changes. The log decides about memberships: the read model of households may be behind it. */
  async function assertStillTheirs(request: FastifyRequest, plan: Access): Promise<void> {
    const asking = { actor: userOf(request).uid, deadline: request.deadline };
    if (!(await isStillTheirs(commands, asking, plan))) throw notYours();
  }

  app.get(
    '/meal-plan/:whose',
    { schema: readPlan, onRequest: authentication.required(login.view) },
    async (request, reply) => {
      const { whose } = request.params;
      // First: the user's membership may end while the request waits.
      await readFrom(request, reply, model);
      const { planId } = await ownPlan(request, whose);
      const week = weekOf(request.query.week);
      const { json, version, revision } = await weeks.read(planId, week);
      setWeekHeaders(reply, { whose, planId, week, revision });
      if (send304IfUnchanged(request, reply, version)) return reply;
      return sendJson(reply, json);
    },
  );

  app.get(
    '/meal-plan/:whose/long-ago',
    { schema: readLongAgo, onRequest: authentication.required(login.view) },
    async (request, reply) => {
      await readFrom(request, reply, model);
      const { planId } = await ownPlan(request, request.params.whose);
      const today = new Date().toISOString().slice(0, 10);
      return { items: await readRecipesOfLongAgo({ plans: model, recipes: deps.recipes }, planId, today) };
    },
  );

  /** Executes a command, and responds with the changed week. */
  async function change(request: FastifyRequest, reply: FastifyReply, whose: string, command: MealPlanCommand) {
    const plan = await ownPlan(request, whose);
    await assertStillTheirs(request, plan);
    const { planId: id } = plan;
    const { week } = command;
    const planned = await executeCommand(
      { request, reply, commands, model },
      {
        aggregate: mealPlan,
        prepare: () => ({ id, command }),
        present: ({ state }) => ({
          meals: sortMeals(mealsOf(state, week).map(toPlannedMeal)),
          revision: revisionOf(state, week),
        }),
      },
    );
    // The household may have ended meanwhile. The user must not believe that others see what they have planned.
    await assertStillTheirs(request, plan);
    const { json, version, revision } = await weeks.show(week, planned);
    setWeekHeaders(reply, { whose, planId: id, week, revision });
    reply.header('etag', etagOf(version));
    return sendJson(reply, json);
  }

  const onRequest = authentication.required(login.change);
  app.put('/meal-plan/:whose', { schema: savePlan, onRequest }, (request, reply) => {
    const week = weekOf(request.query.week);
    const seen = seenVersion(request.headers['if-match']);
    const slots = slotEdits(request.body);
    return change(request, reply, request.params.whose, { type: 'SavePlan', week, slots, seen });
  });

  app.patch('/meal-plan/:whose', { schema: changePlan, onRequest }, (request, reply) => {
    const { slots, plan, replace, ...others } = request.body;
    return change(request, reply, request.params.whose, {
      type: 'ChangePlan',
      week: weekOf(request.query.week),
      ...others,
      plan: plan?.map((meal, index) => ({ ...meal, recipe: storedRecipe(meal.recipe, ['plan', index, 'recipe']) })),
      replace: replace?.map((meal, index) => ({
        ...meal,
        recipe: storedRecipe(meal.recipe, ['replace', index, 'recipe']),
      })),
      slots: slots?.map((slot, index) => ({
        ...slot,
        recipe: storedRecipe(slot.recipe, ['slots', index, 'recipe']),
        id: newId(),
      })),
    });
  });
}

/** The Monday of the requested week. @throws HttpError for an invalid date */
function weekOf(date = new Date().toISOString().slice(0, 10)): string {
  if (!isDate(date)) throw invalid(`Invalid input data: there is no ${date}`);
  return mondayOf(date);
}

interface ShownWeek {
  readonly whose: string;
  readonly planId: string;
  readonly week: string;
  readonly revision: number;
}

/** Sets the headers with the address of the week, its plan and its revision, which counts the changes of that week only. */
function setWeekHeaders(reply: FastifyReply, { whose, planId, week, revision }: ShownWeek): void {
  reply.header('content-location', `/api/meal-plan/${whose}?week=${week}`);
  reply.header(headerNames.document, planId);
  reply.header(headerNames.revision, String(revision));
}

/**
 * The version that the user has edited, by `If-Match`. `*` only requires that a plan exists, which is always true.
 * @throws HttpError
 */
function seenVersion(etag: string | undefined): PlanVersion | undefined {
  if (etag === undefined || etag.trim() === '*') return undefined;
  const seen = parsePlanVersion(versionOfEtag(etag) ?? '');
  if (!seen) throw invalid('If-Match must be the ETag of a meal plan');
  return seen;
}

/** All slots of a week. A meal that is planned gets a new id. */
const slotEdits = (body: SaveMealPlan): SlotEdit[] =>
  days.flatMap((day) =>
    meals.map((meal) => {
      const recipe = storedRecipe(body[day]?.[meal], [day, meal]);
      return { day, meal, recipe, id: newId() };
    }),
  );
