import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type HouseholdDocument,
  householdsModel,
  type InvitationDocument,
} from '../../../../projections/definitions/households.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { CommandContext } from '../../../commands/task.ts';
import type {
  Household,
  Households,
  InvitedTo,
  IssuedInvitation,
  JoinedHousehold,
} from '../../../core/contracts/households.ts';
import { headerNames } from '../../../core/contracts/shared.ts';
import { type HouseholdCommand, household } from '../../../core/domain/household/decider.ts';
import { householdRefusals } from '../../../core/domain/household/refusals.ts';
import type { EventLog } from '../../../core/event-log.ts';
import type { Limits } from '../../../limits/limits.ts';
import type { Ownership } from '../../../ownership/ownership.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import { remainingMs } from '../../plugins/deadlines.ts';
import type { Routes } from '../../requests/typed.ts';
import type { Authors } from '../../writing/authors.ts';
import { contextOf } from '../../writing/command-context.ts';
import {
  executeCommand,
  executeRemoval,
  executeWithAuthor,
  readFrom,
  readYourWritesTimeoutMs,
} from '../../writing/execute-command.ts';
import { bringItems } from './bring-items.ts';
import { createGuessLimit } from './guess-limit.ts';
import { hashOfCode, newCode, parseCode } from './invitation-codes.ts';
import { keepCopies } from './keep-copies.ts';
import { assertWithinLimit } from './membership-limit.ts';
import * as operations from './operations.ts';
import { documentOf, peopleOf, toHouseholds } from './views.ts';

export interface HouseholdDeps {
  readonly commands: CommandHandler;
  readonly log: Pick<EventLog, 'head'>;
  readonly households: ReadModelReader;
  readonly lists: ReadModelReader;
  readonly profiles: ReadModelReader;
  readonly ownership: Ownership;
  readonly authors: Authors;
  readonly authentication: Authentication;
  readonly limits: Limits;
}

const invitationDays = 7;
const defaultUses = 1;
const dayMs = 24 * 60 * 60_000;

export function householdRoutes(app: Routes, deps: HouseholdDeps): void {
  const { commands, log, households, lists, profiles, ownership, authors, authentication, limits } = deps;
  const onRequest = authentication.required('Please log in to share a household');
  const writes = { commands, model: households, authors };
  const guesses = createGuessLimit(limits);

  /** Executes a command and returns the household after it. `endMembership`: ends a membership that is one too many. */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    prepare: (context: CommandContext) => { id: string; command: HouseholdCommand },
    endMembership?: HouseholdCommand,
  ): Promise<Household> {
    const { answer, revision } = await executeWithAuthor(
      { request, reply, ...writes },
      {
        aggregate: household,
        prepare,
        present: ({ id, state }) => documentOf(id, state),
      },
    );
    if (endMembership) await assertWithinLimit(deps, contextOf(request), { id: answer.id, endMembership });
    const document: HouseholdDocument = { ...answer, revision: revision ?? '0' };
    const [shown] = await toHouseholds(profiles, [document], userOf(request).uid);
    if (!shown) throw new Error('One document is shown as one household');
    return shown;
  }

  const caughtUp = async (request: FastifyRequest): Promise<boolean> =>
    households.waitFor((await log.head()) ?? 0n, remainingMs(request, readYourWritesTimeoutMs));

  /** @throws Refusal for a wrong code, HttpError for too many of them */
  async function invitationOf(request: FastifyRequest, typedCode: string): Promise<InvitationDocument> {
    const { uid } = userOf(request);
    const found = await guesses.lookUp(uid, request.ip, async () => {
      const code = parseCode(typedCode);
      if (code === undefined) return undefined;
      const hash = await hashOfCode(code);
      const find = () => households.get(householdsModel.invitations, hash);
      // It may have been issued a moment ago.
      const document = (await find()) ?? (await caughtUp(request).then(find));
      return document && (JSON.parse(document.json) as InvitationDocument);
    });
    if (!found) throw householdRefusals.invitationNotFound();
    return found;
  }

  app.get('/households', { schema: operations.readHouseholds, onRequest }, async (request, reply) => {
    const { uid } = userOf(request);
    await readFrom(request, reply, households);
    const documents = await households.getMany(householdsModel.households, await ownership.householdsOf(uid));
    const found = documents.flatMap((document): HouseholdDocument[] => (document ? JSON.parse(document.json) : []));
    return { items: await toHouseholds(profiles, found, uid) } satisfies Households;
  });

  app.post('/households', { schema: operations.foundHousehold, onRequest }, async (request, reply) => {
    const { id, name } = request.body;
    const { uid } = userOf(request);
    const { length: memberships } = await ownership.householdsOf(uid);
    const found = ({ commandId }: CommandContext): { id: string; command: HouseholdCommand } => ({
      id: id ?? derivedId(commandId, 'household'),
      command: { type: 'FoundHousehold', name, memberships },
    });
    const founded = await change(request, reply, found, { type: 'DissolveHousehold', actor: uid });
    return reply.code(201).send(founded);
  });

  app.patch('/households/:householdId', { schema: operations.renameHousehold, onRequest }, (request, reply) => {
    const { householdId: id } = request.params;
    const { name } = request.body;
    return change(request, reply, ({ actor }) => ({ id, command: { type: 'RenameHousehold', actor, name } }));
  });

  app.delete(
    '/households/:householdId',
    { schema: operations.dissolveHousehold, onRequest },
    async (request, reply) => {
      const { householdId: id } = request.params;
      const command: HouseholdCommand = { type: 'DissolveHousehold', actor: userOf(request).uid };
      const complete = request.query.keepCopies
        ? await keepCopies({ commands, ownership, logger: request.log }, contextOf(request), { id, command })
        : undefined;
      await executeCommand(
        { request, reply, ...writes },
        { aggregate: household, prepare: () => ({ id, command }), present: () => undefined },
      );
      await complete?.();
      return reply.code(204).send();
    },
  );

  app.post(
    '/households/:householdId/invitations',
    { schema: operations.issueInvitation, onRequest, preValidation: allowOmittedBody },
    async (request, reply) => {
      const { id, uses = defaultUses } = request.body;
      const key = request.headers[headerNames.idempotencyKey];
      let code = '';
      const issued = await executeCommand(
        { request, reply, ...writes },
        {
          aggregate: household,
          prepare: async ({ commandId, actor }) => {
            code = newCode(commandId, typeof key === 'string' ? key : undefined);
            const secretHash = await hashOfCode(code);
            const now = new Date();
            const command: HouseholdCommand = {
              type: 'IssueInvitation',
              actor,
              now: now.toISOString(),
              invitationId: id ?? derivedId(commandId, 'invitation'),
              secretHash,
              expiresAt: new Date(now.getTime() + invitationDays * dayMs).toISOString(),
              uses,
            };
            return { id: request.params.householdId, command };
          },
          // The response to a repeated request is the recorded invitation.
          present: ({ events }) => events.find((event) => event.type === 'InvitationIssued')?.data,
        },
      );
      if (!issued) throw new Error('Each IssueInvitation records an event');
      const { invitationId, expiresAt } = issued;
      return reply.code(201).send({ id: invitationId, code, expiresAt, uses: issued.uses } satisfies IssuedInvitation);
    },
  );

  app.delete(
    '/households/:householdId/invitations/:invitationId',
    { schema: operations.revokeInvitation, onRequest },
    (request, reply) => {
      const { householdId, invitationId } = request.params;
      const command: HouseholdCommand = { type: 'RevokeInvitation', actor: userOf(request).uid, invitationId };
      return executeRemoval({ request, reply, ...writes }, household, { id: householdId, command });
    },
  );

  app.get('/invitations/:code', { schema: operations.readInvitation, onRequest }, async (request, reply) => {
    const { uid } = userOf(request);
    await readFrom(request, reply, households);
    const { householdId, invitationId } = await invitationOf(request, request.params.code);
    const { length: memberships } = await ownership.householdsOf(uid);
    const now = new Date().toISOString();
    // Decided like joining, so that an invitation that is no longer valid is refused with the same reason.
    const join: HouseholdCommand = { type: 'Join', actor: uid, invitationId, now, memberships };
    await commands.assertNotRefused(household, householdId, join, contextOf(request));
    const document = await households.get(householdsModel.households, householdId);
    if (!document) throw householdRefusals.dissolved();
    const { name, ownerId, members, invitations }: HouseholdDocument = JSON.parse(document.json);
    const inviter = invitations.find(({ id }) => id === invitationId)?.issuedBy ?? ownerId;
    const personOf = await peopleOf(profiles, [inviter]);
    const isMember = members.some((member) => member.uid === uid);
    return { name, invitedBy: personOf(inviter), isMember } satisfies InvitedTo;
  });

  const secret = { secretFields: ['code'] };
  app.post(
    '/households/join',
    { schema: operations.joinHousehold, onRequest, config: secret },
    async (request, reply) => {
      const { code, bringItems: isBringing } = request.body;
      const { uid } = userOf(request);
      const { householdId: id, invitationId } = await invitationOf(request, code);
      const { length: memberships } = await ownership.householdsOf(uid);
      const now = new Date().toISOString();
      const join: HouseholdCommand = { type: 'Join', actor: uid, invitationId, now, memberships };
      const leave: HouseholdCommand = { type: 'EndMembership', actor: uid, uid };
      const joined: JoinedHousehold = await change(request, reply, () => ({ id, command: join }), leave);
      if (!isBringing) return joined;
      const { listId } = ownership.ofHousehold(id);
      const to = { listId, mainListId: listId, members: [uid], householdId: id };
      const between = { from: ownership.ofUser(uid).listId, to };
      return { ...joined, brought: await bringItems({ commands, lists }, contextOf(request), between) };
    },
  );

  app.delete(
    '/households/:householdId/members/:uid',
    { schema: operations.endMembership, onRequest },
    async (request, reply) => {
      const { householdId: id, uid } = request.params;
      const command: HouseholdCommand = { type: 'EndMembership', actor: userOf(request).uid, uid };
      if (request.query.keepCopy) {
        await keepCopies({ commands, ownership, logger: request.log }, contextOf(request), { id, command, uid });
      }
      return executeRemoval({ request, reply, ...writes }, household, { id, command });
    },
  );

  app.put('/households/:householdId/owner', { schema: operations.transferOwnership, onRequest }, (request, reply) => {
    const { householdId: id } = request.params;
    const { uid: to } = request.body;
    return change(request, reply, ({ actor }) => ({ id, command: { type: 'TransferOwnership', actor, to } }));
  });
}
