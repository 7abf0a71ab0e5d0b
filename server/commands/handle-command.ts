import type { DomainEvent } from '../core/domain/event-versions.ts';
import type { EventLog } from '../core/event-log.ts';
import { type Logger, silentLogger } from '../core/logger.ts';
import type { Observer } from '../core/observer.ts';
import { type Aggregate, type CommandResult, emptyFold, type Folded, load } from './aggregate.ts';
import { Contention } from './contention.ts';
import { maxWaitMs, untilDeadline } from './deadline.ts';
import { newId } from './ids.ts';
import { RecentRequests } from './recent-requests.ts';
import { KeyReused } from './recorded-commands.ts';
import { StreamCache } from './stream-cache.ts';
import { StreamQueue } from './stream-queue.ts';
import { StreamTurn } from './stream-turn.ts';
import { type CommandContext, CommandTask, type Outcome, type Task } from './task.ts';

export type CommandHandler = ReturnType<typeof createCommandHandler>;

/** Derives answers from the states of streams. */
export interface StreamReader {
  /**
   * @param deadline until when the caller waits, in ms of `performance.now()`
   * @throws Overloaded, NewerRelease, and what the log throws
   */
  read<State, Command, Event extends DomainEvent, Answer>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
    present: (state: State) => Answer,
    deadline?: number,
  ): Promise<Answer>;
}

/** Per stream: the maximum numbers of waiting commands, and of commands appended together. */
const queueLimits = { maxWaiting: 1000, maxTogether: 64 };

export interface CommandHandlerOptions {
  /** Receives a warning for each command that is abandoned. */
  readonly logger?: Pick<Logger, 'warn'>;
  readonly observer?: Pick<Observer, 'lostRace'> | undefined;
  /** Whether other processes may append to the log. */
  readonly hasOtherWriters?: boolean;
}

/**
 * Handles commands: loads the stream (the cached state, then newer events), decides, appends with the expected
 * revision, and retries when another writer was faster (`StreamTurn`). Commands that wait for the same stream meanwhile
 * are decided in sequence and appended together.
 */
export function createCommandHandler(
  log: EventLog,
  { logger = silentLogger, observer, hasOtherWriters = false }: CommandHandlerOptions = {},
) {
  const requests = new RecentRequests(log, logger);
  const contention = new Contention(hasOtherWriters);
  const parts = { log, logger, observer, cache: new StreamCache(), requests, contention };
  const queue = new StreamQueue<Task>({
    ...queueLimits,
    work: (stream, tasks) => new StreamTurn(parts, stream, tasks).run(),
    gatherMs: (stream, busyMs) => contention.gatherMs(stream, busyMs),
  });

  const handle = <State, Command, Event extends DomainEvent, Answer>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    present: (outcome: Outcome<State, Event>) => Answer,
  ): Promise<CommandResult<Answer>> => {
    const stream = `${aggregate.category}-${id}`;
    return new Promise((resolve, reject) => {
      const task = new CommandTask(log, { aggregate, stream, command, context, present, resolve, reject });
      try {
        queue.add(stream, task);
      } catch (error) {
        task.reject(error);
      }
      context.part?.queued();
    });
  };

  const read: StreamReader['read'] = async (aggregate, id, present, deadline = performance.now() + maxWaitMs) => {
    const context = { actor: '', commandId: newId(), correlationId: '', deadline };
    const reading = { ...aggregate, decide: () => [] };
    const { answer } = await handle(reading, id, undefined, context, ({ state }) => present(state));
    return answer;
  };

  /** Without the cache: from the first event to that at the position, or to the last one. */
  async function foldStream<State, Command, Event extends DomainEvent>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
    deadline: number | undefined,
    upTo?: bigint,
  ): Promise<Folded<State>> {
    const folded = emptyFold(aggregate);
    await untilDeadline(load(log, aggregate, `${aggregate.category}-${id}`, folded, upTo), deadline);
    return folded;
  }

  return {
    /** Drops all cached streams: the log was replaced by another one, which may not contain them. */
    forgetStreams(): void {
      parts.cache.forgetAll();
    },

    /**
     * Runs all work of one request, such as checking and handling its command, while no other request can use its key.
     * @throws KeyReused, and what `work` throws
     */
    underKey: <T>(
      { request, deadline }: Pick<CommandContext, 'request' | 'deadline'>,
      work: () => Promise<T>,
    ): Promise<T> => (request ? requests.underKey(request, deadline, work) : work()),

    /**
     * Throws if the command would be refused. Returns whether the log already contains it. Writes nothing, and folds the
     * stream from its first event.
     * @throws KeyReused, EventLogUnavailable, NewerRelease; Refusal when the command is new and the state refuses it
     */
    async assertNotRefused<State, Command, Event extends DomainEvent>(
      aggregate: Aggregate<State, Command, Event>,
      id: string,
      command: Command,
      context: CommandContext,
    ): Promise<{ isRepeated: boolean }> {
      const folded = await foldStream(aggregate, id, context.deadline);
      const recorded = folded.commands.compare(context);
      if (recorded === 'key reused') throw new KeyReused();
      if (recorded === 'new') aggregate.decide(command, folded.state);
      return { isRepeated: recorded === 'repeated' };
    },

    /**
     * Carries out a command once, even if it is sent again. `present` derives the answer from the state right after the
     * command; it must not keep a reference to the state.
     * @throws KeyReused, Refusal, Contended, Overloaded, NewerRelease, and what the log throws
     */
    handle,

    /** Reads the current states of streams, each like `handle` with a command that changes nothing. */
    read,

    /** Reads the states that streams had at a position of the log. Each time, it folds the stream from its first event. */
    at: (position: bigint): StreamReader => ({
      read: async (aggregate, id, present, deadline) =>
        present((await foldStream(aggregate, id, deadline, position)).state),
    }),
  };
}
