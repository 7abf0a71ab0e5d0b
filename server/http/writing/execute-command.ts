import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '../../../projections/definitions/people.ts';
import type { Progress, ReadModelReader, StoredDocument } from '../../../projections/read-models/read-model-store.ts';
import type { Aggregate, CommandResult } from '../../commands/aggregate.ts';
import type { CommandHandler } from '../../commands/handle-command.ts';
import type { CommandContext, Outcome } from '../../commands/task.ts';
import { headerNames, type Revision } from '../../core/contracts/shared.ts';
import type { DomainEvent } from '../../core/domain/event-versions.ts';
import { userOf } from '../plugins/authentication.ts';
import { remainingMs } from '../plugins/deadlines.ts';
import { isPartOfBatch } from '../plugins/part-of-batch.ts';
import { invalid } from '../responses/errors.ts';
import type { Authors } from './authors.ts';
import { contextOf } from './command-context.ts';

/** How long a write waits for the read model, and a read for the position that it requires. */
export const readYourWritesTimeoutMs = 2_000;

/** A request that writes, with its dependencies. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly commands: CommandHandler;
  /** The read model that must show the write. */
  readonly model: ReadModelReader;
}

export interface AuthoredExchange extends Exchange {
  readonly authors: Authors;
}

/** A command, and the id of its aggregate. */
interface Prepared<Command> {
  readonly id: string;
  readonly command: Command;
}

interface Work<State, Command, Event extends DomainEvent, Answer, Preparation> {
  readonly aggregate: Aggregate<State, Command, Event>;
  /** Ids that are derived from the command's id stay the same when the request is repeated. */
  readonly prepare: (context: CommandContext) => Preparation;
  /** Builds the answer from the id of the aggregate and its state right after the command. */
  readonly present: (outcome: Outcome<State, Event> & { readonly id: string }) => Answer;
}

/**
 * Executes a command for the user of a request, sends its position and revision in headers, and returns the answer once
 * the read model includes it. The write is valid even if that times out.
 * @throws KeyReused, Refusal, and what the command handler throws
 */
export async function executeCommand<State, Command, Event extends DomainEvent, Answer>(
  { request, reply, commands, model }: Exchange,
  {
    aggregate,
    prepare,
    present,
  }: Work<State, Command, Event, Answer, Prepared<NoInfer<Command>> | Promise<Prepared<NoInfer<Command>>>>,
): Promise<Answer> {
  const context = contextOf(request);
  const handled = await commands.underKey(context, async () => {
    const { id, command } = await prepare(context);
    return commands.handle(aggregate, id, command, context, (outcome) => present({ ...outcome, id }));
  });
  await awaitReadModel(reply, model, handled);
  return handled.answer;
}

/** Like `executeCommand`; responds with 204. */
export async function executeRemoval<State, Command, Event extends DomainEvent>(
  exchange: Exchange,
  aggregate: Aggregate<State, Command, Event>,
  prepared: Prepared<NoInfer<Command>>,
): Promise<FastifyReply> {
  await executeCommand(exchange, { aggregate, prepare: () => prepared, present: () => undefined });
  return exchange.reply.code(204).send();
}

/**
 * Like `executeCommand`, for documents that show their author. Also returns the author, and the document's revision and
 * position. A user without a profile gets one, unless the command is refused.
 */
export async function executeWithAuthor<State, Command, Event extends DomainEvent, Answer>(
  { request, reply, commands, model, authors }: AuthoredExchange,
  { aggregate, prepare, present }: Work<State, Command, Event, Answer, Prepared<NoInfer<Command>>>,
): Promise<{ answer: Answer; author: Person; revision: Revision; position: bigint | undefined }> {
  const context = contextOf(request);
  const { id, command } = prepare(context);
  const { handled, author } = await commands.underKey(context, async () => {
    const assertAllowed = () => commands.assertNotRefused(aggregate, id, command, context);
    const author = await authors.of(userOf(request), context, assertAllowed);
    const handled = await commands.handle(aggregate, id, command, context, (outcome) => present({ ...outcome, id }));
    return { author, handled };
  });
  await awaitReadModel(reply, model, handled);
  const { answer, position, revision } = handled;
  return { answer, author, revision: revision?.toString() ?? null, position };
}

/** Sends the position and the revision of a write. Resolves when the read model includes it, or on time-out. */
export function awaitReadModel(
  reply: FastifyReply,
  model: ReadModelReader,
  { position, revision }: Pick<CommandResult<unknown>, 'position' | 'revision'>,
): Promise<boolean> | undefined {
  // The stream has no events: there is nothing to wait for.
  if (position === undefined || revision === undefined) return undefined;
  reply.header(headerNames.position, position.toString());
  reply.header(headerNames.revision, revision.toString());
  // The client fetches nothing between the calls of a batch.
  if (isPartOfBatch(reply.request.headers)) return undefined;
  return model.waitFor(position, remainingMs(reply.request, readYourWritesTimeoutMs));
}

/**
 * Waits for the position that the request requires, and sends the position that the response includes. Call it before
 * reading documents, so that they are never older than that position.
 * @throws HttpError for an invalid Potluck-At-Least, ReadModelNotBuilt
 */
export async function readFrom(request: FastifyRequest, reply: FastifyReply, model: ReadModelReader): Promise<bigint> {
  await waitForRequired(request, model);
  return sendProgress(reply, await model.progress());
}

interface Place {
  readonly collection: string;
  readonly id: string;
}

/** Like `readFrom`, and reads one document in the same step. */
export async function readDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  model: ReadModelReader,
  place: Place,
): Promise<StoredDocument | undefined> {
  await waitForRequired(request, model);
  return readDocumentNow(reply, model, place);
}

/** Like `readDocument`, after `waitForRequired`. */
export async function readDocumentNow(
  reply: FastifyReply,
  model: ReadModelReader,
  { collection, id }: Place,
): Promise<StoredDocument | undefined> {
  const { document, progress } = await model.getWithProgress(collection, id);
  sendProgress(reply, progress);
  return document;
}

/**
 * Waits for the position that the request requires.
 * @throws HttpError for an invalid Potluck-At-Least
 */
export function waitForRequired(request: FastifyRequest, model: ReadModelReader): Promise<boolean> | undefined {
  const atLeast = request.headers[headerNames.atLeast];
  if (atLeast === undefined) return undefined;
  if (typeof atLeast !== 'string' || !/^\d{1,19}$/.test(atLeast)) throw invalid('Potluck-At-Least must be a position');
  return model.waitFor(BigInt(atLeast), remainingMs(request, readYourWritesTimeoutMs));
}

/** A response from two read models includes what both of them do. */
function sendProgress(reply: FastifyReply, { position = 0n, stale }: Progress): bigint {
  const sent = reply.getHeader(headerNames.position);
  if (typeof sent !== 'string' || BigInt(sent) > position) reply.header(headerNames.position, position.toString());
  if (stale !== undefined) reply.header(headerNames.staleSince, stale.since);
  return position;
}
