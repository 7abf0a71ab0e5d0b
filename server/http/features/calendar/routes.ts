import { hash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  type CalendarHashDocument,
  type CalendarLinkDocument,
  calendarLinksModel,
} from '../../../../projections/definitions/calendar-links.ts';
import { type HouseholdDocument, householdsModel } from '../../../../projections/definitions/households.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { CalendarLink, CreatedCalendarLink } from '../../../core/contracts/calendar.ts';
import { type CalendarLinkCommand, calendarLink } from '../../../core/domain/calendar-link/decider.ts';
import { calendarLinkRefusals } from '../../../core/domain/calendar-link/refusals.ts';
import type { Ownership } from '../../../ownership/ownership.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { send304IfUnchanged } from '../../responses/sending.ts';
import { executeCommand, executeRemoval, readFrom } from '../../writing/execute-command.ts';
import { notYours } from '../meal-plan/operations.ts';
import { readMeals, versionOf, writeCalendar } from './calendar.ts';
import * as operations from './operations.ts';

export interface CalendarDeps {
  readonly commands: CommandHandler;
  readonly links: ReadModelReader;
  readonly plans: ReadModelReader;
  readonly recipes: ReadModelReader;
  readonly households: ReadModelReader;
  readonly ownership: Ownership;
  readonly authentication: Authentication;
}

/** Too many to be guessed, so that a fast hash of them is enough. */
const secretBytes = 24;
const hashOf = (secret: string): string => hash('sha256', secret, 'base64url');
const extension = '.ics';

export function calendarRoutes(app: Routes, deps: CalendarDeps): void {
  const { commands, links, plans, recipes, households, ownership, authentication } = deps;
  const onRequest = authentication.required('Please log in to subscribe to a meal plan');
  const writes = { commands, model: links };

  /** The id of the user's link to a plan. @throws HttpError */
  async function linkIdOf(request: FastifyRequest, whose: string): Promise<string> {
    const { uid } = userOf(request);
    if (!(await ownership.find(uid, whose))) throw notYours();
    return derivedId('calendar-link', uid, whose);
  }

  app.get('/meal-plan/:whose/calendar-link', { schema: operations.readLink, onRequest }, async (request, reply) => {
    await readFrom(request, reply, links);
    const id = await linkIdOf(request, request.params.whose);
    const stored = await links.get(calendarLinksModel.links, id);
    const link: CalendarLinkDocument | undefined = stored && JSON.parse(stored.json);
    return { createdAt: link?.createdAt ?? null } satisfies CalendarLink;
  });

  app.post('/meal-plan/:whose/calendar-link', { schema: operations.createLink, onRequest }, async (request, reply) => {
    const { whose } = request.params;
    const id = await linkIdOf(request, whose);
    const secret = randomBytes(secretBytes).toString('base64url');
    const command: CalendarLinkCommand = { type: 'CreateLink', whose, secretHash: hashOf(secret) };
    const created = await executeCommand(
      { request, reply, ...writes },
      {
        aggregate: calendarLink,
        prepare: () => ({ id, command }),
        present: ({ events }) => events.find((event) => event.type === 'CalendarLinkCreated'),
      },
    );
    if (created?.data.secretHash !== command.secretHash) throw calendarLinkRefusals.shownBefore();
    const path = `/api/calendar/${secret}${extension}`;
    return reply.code(201).send({ path, createdAt: created.meta.at } satisfies CreatedCalendarLink);
  });

  app.delete(
    '/meal-plan/:whose/calendar-link',
    { schema: operations.revokeLink, onRequest },
    async (request, reply) => {
      const id = await linkIdOf(request, request.params.whose);
      return executeRemoval({ request, reply, ...writes }, calendarLink, { id, command: { type: 'RevokeLink' } });
    },
  );

  /** The plan that a secret opens, and its name; undefined if it opens none. */
  async function planOf(secret: string, deadline: number): Promise<{ planId: string; name: string } | undefined> {
    const secretHash = hashOf(secret);
    const found = await links.get(calendarLinksModel.hashes, secretHash);
    if (!found) return undefined;
    const { linkId }: CalendarHashDocument = JSON.parse(found.json);
    // The log decides: the read model may lack that the link was revoked or replaced, as while an operator has paused it.
    const valid = await commands.read(calendarLink, linkId, (link) => link.secretHash, deadline);
    if (valid !== secretHash) return undefined;
    const stored = await links.get(calendarLinksModel.links, linkId);
    if (!stored) return undefined;
    const { uid, whose }: CalendarLinkDocument = JSON.parse(stored.json);
    // The membership may have ended before the read model of links includes it.
    const owned = await ownership.find(uid, whose);
    if (!owned) return undefined;
    const household = uid === whose ? undefined : await households.get(householdsModel.households, whose);
    if (!household) return { planId: owned.planId, name: 'Meal plan' };
    const { name }: HouseholdDocument = JSON.parse(household.json);
    return { planId: owned.planId, name: `Meal plan: ${name}` };
  }

  app.get(
    '/calendar/:file',
    { schema: operations.readCalendar, onRequest: authentication.optional },
    async (request, reply) => {
      await readFrom(request, reply, plans);
      const plan = await planOf(request.params.file.slice(0, -extension.length), request.deadline);
      if (!plan) throw notFound('file');
      const today = new Date().toISOString().slice(0, 10);
      const source = { ...plan, today, meals: await readMeals(plans, recipes, plan.planId, today) };
      if (send304IfUnchanged(request, reply, versionOf(source))) return reply;
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="meal-plan.ics"')
        .send(writeCalendar(source, `${request.protocol}://${request.host}`));
    },
  );
}
