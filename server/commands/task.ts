import { type DomainEvent, versionOf } from '../core/domain/event-versions.ts';
import type { EventLog, EventMetadata, JsonObject, NewEvent } from '../core/event-log.ts';
import { type Aggregate, type Folded, type Handled, load, loadUntil, type Stored, unfolded } from './aggregate.ts';
import { newId } from './ids.ts';
import type { CommandIdentity, RequestOfCommand } from './recorded-commands.ts';

/** Sent again with the same identity, a command answers as the first time and changes nothing. */
export interface CommandContext extends CommandIdentity {
  /** The uid of the verified token. */
  readonly actor: string;
  readonly correlationId: string;
}

/** What a command came to; shown to `present` while the state is as the command left it. */
export interface Outcome<State, Event> {
  readonly state: State;
  /** The events of this command; none when it changed nothing. */
  readonly events: readonly Stored<Event>[];
}

/** A command in line. Its types are its own; what is common to all is how it goes on. */
export interface Task extends CommandIdentity {
  /** Decides on the state, without changing it. @throws Refusal */
  decide(folded: Folded<unknown>, at: string): readonly NewEvent[];
  /** Folds what was decided into the state, and makes the answer of it. */
  apply(folded: Folded<unknown>): void;
  /** Of the stream, before anything of it was read. */
  unfolded(): Folded<unknown>;
  /** Brings the state up to date with the log, event by event. @throws EventLogUnavailable, NewerRelease */
  load(folded: Folded<unknown>): Promise<void>;
  /** What it was answered the first time. */
  firstAnswer(): Promise<Handled<unknown>>;
  /** How many events were decided on. */
  readonly eventCount: number;
  /** The answer that `apply` made, with where the stream stands after it. */
  handled(at: Pick<Handled<unknown>, 'position' | 'revision'>): Handled<unknown>;
  resolve(handled: Handled<unknown>): void;
  reject(error: unknown): void;
}

/** What is to be done, how it is answered, and who waits for it. */
export interface Order<State, Command, Event extends DomainEvent, Answer> {
  readonly aggregate: Aggregate<State, Command, Event>;
  readonly stream: string;
  readonly command: Command;
  readonly context: CommandContext;
  readonly present: (outcome: Outcome<State, Event>) => Answer;
  readonly resolve: (handled: Handled<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

export class CommandTask<State, Command, Event extends DomainEvent, Answer> implements Task {
  readonly #log: EventLog;
  readonly #order: Order<State, Command, Event, Answer>;
  #events: Stored<Event>[] = [];
  #answer: Answer | undefined;

  constructor(log: EventLog, order: Order<State, Command, Event, Answer>) {
    this.#log = log;
    this.#order = order;
  }

  get commandId(): string {
    return this.#order.context.commandId;
  }

  get request(): RequestOfCommand | undefined {
    return this.#order.context.request;
  }

  get eventCount(): number {
    return this.#events.length;
  }

  decide(folded: Folded<unknown>, at: string): readonly NewEvent[] {
    const { aggregate, command, context } = this.#order;
    const { actor, commandId, correlationId } = context;
    const mark = markOf(context);
    const events: NewEvent[] = [];
    this.#events = [];
    for (const event of aggregate.decide(command, own<State>(folded).state)) {
      const { type, data } = event;
      const schema = versionOf(aggregate.events, type);
      const meta: EventMetadata = { actor, commandId, correlationId, causationId: commandId, at, schema, ...mark };
      this.#events.push({ ...event, meta });
      // Ordered by time, so that a log finds its newest ids in one place of its index.
      events.push({ id: newId(), type, data: data as JsonObject, meta });
    }
    return events;
  }

  apply(folded: Folded<unknown>): void {
    const { aggregate, present } = this.#order;
    const mine = own<State>(folded);
    for (const event of this.#events) mine.state = aggregate.evolve(mine.state, event);
    this.#answer = present({ state: mine.state, events: this.#events });
  }

  unfolded(): Folded<State> {
    return unfolded(this.#order.aggregate);
  }

  load(folded: Folded<unknown>): Promise<void> {
    const { aggregate, stream } = this.#order;
    return load(this.#log, aggregate, stream, own<State>(folded));
  }

  async firstAnswer(): Promise<Handled<Answer>> {
    const { aggregate, stream, present } = this.#order;
    const { position, revision, ...outcome } = await loadUntil(this.#log, aggregate, stream, this.commandId);
    return { answer: present(outcome), position, revision };
  }

  handled({ position, revision }: Pick<Handled<Answer>, 'position' | 'revision'>): Handled<Answer> {
    return { answer: this.#answer as Answer, position, revision };
  }

  /** The command's id names who sent what to where, so an answer that was kept is of the type that is asked for. */
  resolve(handled: Handled<unknown>): void {
    this.#order.resolve(handled as Handled<Answer>);
  }

  reject(error: unknown): void {
    this.#order.reject(error);
  }
}

/** What is recorded of a request: nothing that stands for a secret. */
const markOf = ({ request }: CommandContext): Pick<EventMetadata, 'request'> =>
  request ? { request: { key: request.key, fingerprint: request.fingerprint } } : {};

/** A stream's folded state is only ever made by its own aggregate: the stream's name carries its category. */
const own = <State>(folded: Folded<unknown>) => folded as Folded<State>;
