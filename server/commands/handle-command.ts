import type { DomainEvent } from '../core/domain/event-versions.ts';
import type { EventLog } from '../core/event-log.ts';
import { type Aggregate, type Handled, load, unfolded } from './aggregate.ts';
import { KeptStreams } from './kept-streams.ts';
import { RecentRequests } from './recent-requests.ts';
import { KeyReused } from './recorded-commands.ts';
import { StreamQueue } from './stream-queue.ts';
import { type CommandLogger, StreamTurn } from './stream-turn.ts';
import { type CommandContext, CommandTask, type Outcome, type Task } from './task.ts';

export type CommandHandler = ReturnType<typeof createCommandHandler>;

/** Commands of one stream that wait, and that are appended together. */
const queueLimits = { waiting: 1000, together: 64 };

const silent: CommandLogger = { warn: () => {} };

/**
 * Handles commands: load the stream (as it was kept, and what has come since), decide, append with the expected
 * revision, and again when another writer was faster (`StreamTurn`). What waits for the same stream meanwhile is decided
 * one after the other and appended together.
 * @param logger told of each command that is given up
 */
export function createCommandHandler(log: EventLog, logger: CommandLogger = silent) {
  const requests = new RecentRequests(log, (details, message) => logger.warn(details, message));
  const parts = { log, logger, kept: new KeptStreams(), requests };
  const queue = new StreamQueue<Task>((stream, tasks) => new StreamTurn(parts, stream, tasks).run(), queueLimits);

  return {
    /** The log has been replaced by another one: what is kept of its streams may not be in it. */
    forgetStreams(): void {
      parts.kept.forgetAll();
    },

    /**
     * Does all that belongs to one request, such as checking and handling its command, while no other request has its key.
     * @throws KeyReused, and what `work` throws
     */
    underKey: <T>({ request }: Pick<CommandContext, 'request'>, work: () => Promise<T>): Promise<T> =>
      request ? requests.during(request, work) : work(),

    /**
     * Whether a command was carried out before, as far as the log tells; nothing is written.
     * @throws KeyReused; Refusal when it was not and would not be as the log is now; EventLogUnavailable, NewerRelease
     */
    async check<State, Command, Event extends DomainEvent>(
      aggregate: Aggregate<State, Command, Event>,
      id: string,
      command: Command,
      context: CommandContext,
    ): Promise<boolean> {
      const folded = unfolded(aggregate);
      await load(log, aggregate, `${aggregate.category}-${id}`, folded);
      const standing = folded.commands.compare(context);
      if (standing === 'key reused') throw new KeyReused();
      if (standing === 'new') aggregate.decide(command, folded.state);
      return standing === 'repeated';
    },

    /**
     * Carries a command out, once. `present` makes the answer while the state is as the command left it; it must not
     * keep the state.
     * @throws KeyReused, Refusal, Contended, Overloaded, NewerRelease, and what the log throws
     */
    handle<State, Command, Event extends DomainEvent, Answer>(
      aggregate: Aggregate<State, Command, Event>,
      id: string,
      command: Command,
      context: CommandContext,
      present: (outcome: Outcome<State, Event>) => Answer,
    ): Promise<Handled<Answer>> {
      const stream = `${aggregate.category}-${id}`;
      return new Promise((resolve, reject) => {
        queue.add(stream, new CommandTask(log, { aggregate, stream, command, context, present, resolve, reject }));
      });
    },
  };
}
