import type { EventLog, EventMetadata, JsonObject, NewEvent } from '../event-log/event-log.ts';
import { type Aggregate, type DomainEvent, type Folded, load, loadUntil, type Stored } from './aggregate.ts';
import { newId } from './ids.ts';

export interface CommandContext {
  /** The uid of the verified token. */
  readonly actor: string;
  /** Sent again with this id, a command answers as the first time and changes nothing. */
  readonly commandId: string;
  readonly correlationId: string;
}

/** What a command came to; shown to `present` while the state is as the command left it. */
export interface Outcome<State, Event> {
  readonly state: State;
  /** The events of this command; none when it changed nothing. */
  readonly events: readonly Stored<Event>[];
}

export interface Handled<Answer> {
  readonly answer: Answer;
  /** Position of the command's last event, or a later one; undefined for a stream without events. */
  readonly position: bigint | undefined;
}

/** A command in line. Its types are its own; what is common to all is how it goes on. */
export interface Task {
  readonly commandId: string;
  /** Decides on the state, without changing it. @throws Refusal */
  decide(folded: Folded<unknown>, at: string): readonly NewEvent[];
  /** Folds what was decided into the state, and makes the answer of it. */
  apply(folded: Folded<unknown>): void;
  /** Brings the state up to date with the log. */
  load(known?: Folded<unknown>): Promise<Folded<unknown>>;
  /** Answers as the first time. */
  replay(): Promise<void>;
  /** Gives the answer that `apply` made. */
  resolve(position: bigint | undefined): void;
  reject(error: unknown): void;
}

interface Ordered<State, Command, Event extends DomainEvent, Answer> {
  readonly log: EventLog;
  readonly aggregate: Aggregate<State, Command, Event>;
  readonly stream: string;
  readonly command: Command;
  readonly context: CommandContext;
  readonly present: (outcome: Outcome<State, Event>) => Answer;
  readonly resolve: (handled: Handled<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

export function createTask<State, Command, Event extends DomainEvent, Answer>(
  ordered: Ordered<State, Command, Event, Answer>,
): Task {
  const { log, aggregate, stream, command, present, resolve, reject } = ordered;
  const { actor, commandId, correlationId } = ordered.context;
  let events: Stored<Event>[] = [];
  let answer: Answer;
  // A stream's folded state is only ever made by this task's own aggregate: the stream's name carries its category.
  const own = (folded: Folded<unknown>) => folded as Folded<State>;
  return {
    commandId,
    decide(folded, at) {
      const { schema } = aggregate;
      const meta: EventMetadata = { actor, commandId, correlationId, causationId: commandId, at, schema };
      events = aggregate.decide(command, own(folded).state).map((event) => ({ ...event, meta }));
      // Ordered by time, so that a log finds its newest ids in one place of its index.
      return events.map(({ type, data }) => ({ id: newId(), type, data: data as JsonObject, meta }));
    },
    apply(folded) {
      const mine = own(folded);
      for (const event of events) mine.state = aggregate.evolve(mine.state, event);
      answer = present({ state: mine.state, events });
    },
    load: (known) => load(log, aggregate, stream, known && own(known)),
    async replay() {
      const { position, ...outcome } = await loadUntil(log, aggregate, stream, commandId);
      resolve({ answer: present(outcome), position });
    },
    resolve: (position) => resolve({ answer, position }),
    reject,
  };
}
