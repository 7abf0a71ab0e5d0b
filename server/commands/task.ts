import { type DomainEvent, versionOf } from '../core/domain/event-versions.ts';
import {
  type EventLog,
  EventLogUnavailable,
  type EventMetadata,
  type JsonObject,
  type NewEvent,
} from '../core/event-log.ts';
import {
  type Aggregate,
  type CommandResult,
  emptyFold,
  type Folded,
  load,
  loadThroughCommand,
  type Stored,
} from './aggregate.ts';
import type { SequencePart } from './command-sequence.ts';
import { msUntil } from './deadline.ts';
import { newId } from './ids.ts';
import type { CommandIdentity, RequestOfCommand } from './recorded-commands.ts';
import { Overloaded } from './stream-queue.ts';

/** A command that is sent again with the same identity changes nothing and gets the first answer again. */
export interface CommandContext extends CommandIdentity {
  /** The uid of the verified token. */
  readonly actor: string;
  readonly correlationId: string;
  /** In ms of `performance.now()`: the sender waits no longer. Default: `maxWaitMs` after the command is queued. */
  readonly deadline?: number;
  readonly part?: SequencePart;
}

/** The result of a command, passed to `present` while the state is as the command left it. */
export interface Outcome<State, Event> {
  readonly state: State;
  /** The events of this command; empty when it changed nothing. */
  readonly events: readonly Stored<Event>[];
}

/** A queued command. Hides the types of its aggregate, so that all commands share one queue. */
export interface Task extends CommandIdentity {
  readonly correlationId: string;
  /** Decides without changing the state. @throws Refusal */
  decide(folded: Folded<unknown>, at: string): readonly NewEvent[];
  /** Folds the decided events into the state, and derives the answer from it. */
  apply(folded: Folded<unknown>): void;
  /** The fold of the stream before its first event. */
  unfolded(): Folded<unknown>;
  /** Reads and folds events after `folded.revision`. @throws EventLogUnavailable, NewerRelease */
  load(folded: Folded<unknown>): Promise<void>;
  /** Reads the answer to the command's first execution from the log. @throws EventLogUnavailable, NewerRelease */
  firstAnswer(): Promise<CommandResult<unknown>>;
  /** Whether its sender has waited too long and has received an error: it must not be carried out any more. */
  readonly isExpired: boolean;
  /** Number of decided events. */
  readonly eventCount: number;
  /** The answer that `apply` derived, with the stream's position and revision after the command. */
  resultAt(at: Pick<CommandResult<unknown>, 'position' | 'revision'>): CommandResult<unknown>;
  resolve(result: CommandResult<unknown>): void;
  reject(error: unknown): void;
}

/** A command, how to present its answer, and how to settle its promise. */
export interface CommandTaskOptions<State, Command, Event extends DomainEvent, Answer> {
  readonly aggregate: Aggregate<State, Command, Event>;
  readonly stream: string;
  readonly command: Command;
  readonly context: CommandContext;
  readonly present: (outcome: Outcome<State, Event>) => Answer;
  readonly resolve: (result: CommandResult<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

export class CommandTask<State, Command, Event extends DomainEvent, Answer> implements Task {
  readonly #log: EventLog;
  readonly #options: CommandTaskOptions<State, Command, Event, Answer>;
  #events: Stored<Event>[] = [];
  #answer: Answer | undefined;
  readonly #timer: NodeJS.Timeout;
  #isExpired = false;

  constructor(log: EventLog, options: CommandTaskOptions<State, Command, Event, Answer>) {
    this.#log = log;
    this.#options = options;
    const { deadline } = options.context;
    const waitMs = msUntil(deadline);
    this.#timer = setTimeout(() => this.#expire(), waitMs);
    // Its sender receives an error, so it must not be carried out first.
    if (waitMs === 0) this.#expire();
  }

  get isExpired(): boolean {
    return this.#isExpired;
  }

  get commandId(): string {
    return this.#options.context.commandId;
  }

  get correlationId(): string {
    return this.#options.context.correlationId;
  }

  get request(): RequestOfCommand | undefined {
    return this.#options.context.request;
  }

  get eventCount(): number {
    return this.#events.length;
  }

  decide(folded: Folded<unknown>, at: string): readonly NewEvent[] {
    const { aggregate, command, context } = this.#options;
    if (context.part?.sequence.isBroken) throw new Overloaded();
    const { actor, commandId, correlationId } = context;
    const mark = markOf(context);
    const events: NewEvent[] = [];
    this.#events = [];
    for (const event of aggregate.decide(command, typedFold<State>(folded).state)) {
      const { type, data } = event;
      const schema = versionOf(aggregate.events, type);
      const meta: EventMetadata = { actor, commandId, correlationId, at, schema, ...mark };
      this.#events.push({ ...event, meta });
      // Ordered by time, so that new ids are adjacent in the log's index.
      events.push({ id: newId(), type, data: data as JsonObject, meta });
    }
    return events;
  }

  apply(folded: Folded<unknown>): void {
    const { aggregate, present } = this.#options;
    const typed = typedFold<State>(folded);
    for (const event of this.#events) typed.state = aggregate.evolve(typed.state, event);
    this.#answer = present({ state: typed.state, events: this.#events });
  }

  unfolded(): Folded<State> {
    return emptyFold(this.#options.aggregate);
  }

  load(folded: Folded<unknown>): Promise<void> {
    const { aggregate, stream } = this.#options;
    return load(this.#log, aggregate, stream, typedFold<State>(folded));
  }

  async firstAnswer(): Promise<CommandResult<Answer>> {
    const { aggregate, stream, present } = this.#options;
    const { position, revision, ...outcome } = await loadThroughCommand(this.#log, aggregate, stream, this.commandId);
    return { answer: present(outcome), position, revision };
  }

  resultAt({ position, revision }: Pick<CommandResult<Answer>, 'position' | 'revision'>): CommandResult<Answer> {
    return { answer: this.#answer as Answer, position, revision };
  }

  /** A command id is derived from user, method and address, so a cached answer is of this command's type. */
  resolve(result: CommandResult<unknown>): void {
    clearTimeout(this.#timer);
    this.#options.resolve(result as CommandResult<Answer>);
  }

  reject(error: unknown): void {
    clearTimeout(this.#timer);
    this.#options.context.part?.sequence.failed(error);
    this.#options.reject(error);
  }

  #expire(): void {
    this.#isExpired = true;
    this.reject(
      new EventLogUnavailable(
        `The event log did not answer in time whether a command of ${this.#options.stream} is recorded: make the same call again`,
      ),
    );
  }
}

/** The part of a request that is recorded: nothing derived from a secret. */
const markOf = ({ request }: CommandContext): Pick<EventMetadata, 'request'> =>
  request ? { request: { key: request.key, fingerprint: request.fingerprint } } : {};

/** Safe, because only its own aggregate folds a stream: the stream's name starts with its category. */
const typedFold = <State>(folded: Folded<unknown>) => folded as Folded<State>;
