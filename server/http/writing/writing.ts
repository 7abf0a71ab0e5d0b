import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '../../../projections/definitions/people.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import type { Aggregate, Handled } from '../../commands/aggregate.ts';
import type { CommandHandler } from '../../commands/handle-command.ts';
import type { CommandContext, Outcome } from '../../commands/task.ts';
import { headerNames } from '../../core/contracts/shared.ts';
import type { DomainEvent } from '../../core/domain/event-versions.ts';
import { invalid } from '../answers/errors.ts';
import { userOf } from '../plugins/authentication.ts';
import type { Authors } from './authors.ts';
import { contextOf } from './command-context.ts';

/** How long a write waits for the read model, and a read for the position that it asks for. */
const patience = 2_000;

export interface Writes {
  readonly commands: CommandHandler;
  /** The read model in which the one who writes looks for it afterwards. */
  readonly model: ReadModelReader;
}

/** A command, and the id of what it is sent to. */
interface Prepared<Command> {
  readonly id: string;
  readonly command: Command;
}

export interface SignedWrites extends Writes {
  readonly authors: Authors;
}

/**
 * Carries a command out for the user of a request, says which position it has, and answers once readers see it: past the
 * patience, the write stands all the same. `prepare` makes the command, and the id of what it is sent to; ids that it
 * derives from the command's are those of the first try when the request is repeated.
 * @throws KeyReused, Refusal, and what the command handler throws
 */
export async function carryOut<State, Command, Event extends DomainEvent, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  writes: Writes,
  aggregate: Aggregate<State, Command, Event>,
  prepare: (context: CommandContext) => Prepared<NoInfer<Command>> | Promise<Prepared<NoInfer<Command>>>,
  present: (outcome: Outcome<State, Event>) => Answer,
): Promise<Answer> {
  const { commands, model } = writes;
  const context = contextOf(request);
  const handled = await commands.underKey(context, async () => {
    const { id, command } = await prepare(context);
    return commands.handle(aggregate, id, command, context, present);
  });
  await seen(reply, model, handled);
  return handled.answer;
}

/** The same for what is answered by nothing but that it is done. */
export async function carryOutRemoval<State, Command, Event extends DomainEvent>(
  request: FastifyRequest,
  reply: FastifyReply,
  writes: Writes,
  aggregate: Aggregate<State, Command, Event>,
  prepared: Prepared<NoInfer<Command>>,
): Promise<FastifyReply> {
  await carryOut(
    request,
    reply,
    writes,
    aggregate,
    () => prepared,
    () => undefined,
  );
  return reply.code(204).send();
}

/**
 * The same for what others see the writer's name on, who is answered, too: whoever has no profile yet gets one,
 * unless the command is refused.
 */
export async function carryOutSigned<State, Command, Event extends DomainEvent, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  writes: SignedWrites,
  aggregate: Aggregate<State, Command, Event>,
  prepare: (context: CommandContext) => Prepared<NoInfer<Command>>,
  present: (outcome: Outcome<State, Event>) => Answer,
): Promise<{ answer: Answer; author: Person }> {
  const { commands, authors, model } = writes;
  const context = contextOf(request);
  const { id, command } = prepare(context);
  const { handled, author } = await commands.underKey(context, async () => {
    const allowed = () => commands.check(aggregate, id, command, context);
    const author = await authors.of(userOf(request), request.id, allowed);
    return { author, handled: await commands.handle(aggregate, id, command, context, present) };
  });
  await seen(reply, model, handled);
  return { answer: handled.answer, author };
}

/** Sends the position and the revision of a write, and resolves when readers see it or the time is over. */
function seen(
  reply: FastifyReply,
  model: ReadModelReader,
  { position, revision }: Handled<unknown>,
): Promise<boolean> | undefined {
  // A command of a stream without events: there is nothing to see.
  if (position === undefined || revision === undefined) return undefined;
  reply.header(headerNames.position, position.toString());
  reply.header(headerNames.revision, revision.toString());
  return model.waitFor(position, patience);
}

/**
 * Waits for the position that a reader asks for, and says which position the answer includes at least. Called before
 * the documents are read, so that they are never older than it.
 */
export async function readFrom(request: FastifyRequest, reply: FastifyReply, model: ReadModelReader): Promise<bigint> {
  const wanted = request.headers[headerNames.atLeast];
  if (wanted !== undefined) {
    if (typeof wanted !== 'string' || !/^\d{1,19}$/.test(wanted)) throw invalid('Potluck-At-Least must be a position');
    await model.waitFor(BigInt(wanted), patience);
  }
  const position = (await model.position()) ?? 0n;
  reply.header(headerNames.position, position.toString());
  return position;
}
