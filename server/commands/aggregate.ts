import { type DomainEvent, type EventVersions, upcast } from '../core/domain/event-versions.ts';
import type { EventLog, EventMetadata } from '../core/event-log.ts';
import { RecordedCommands } from './recorded-commands.ts';

/** An event with who did it, when and why. */
export type Stored<Event> = Event & { readonly meta: EventMetadata };

/** A decider and where its events are kept: `{category}-{id}`. */
export interface Aggregate<State, Command, Event extends DomainEvent> {
  readonly category: string;
  /** All types of events in its streams. What is folded is in today's shape of them. */
  readonly events: EventVersions<Event>;
  initial(): State;
  /** @throws Refusal */
  decide(command: Command, state: State): Event[];
  /** May change the state that it is given: whoever folds owns it. */
  evolve(state: State, event: Stored<Event>): State;
  /** About how many things the state holds, for bounding what is kept of all streams. */
  weight(state: State): number;
}

/** What a command came to, for the one who sent it. */
export interface Handled<Answer> {
  readonly answer: Answer;
  /** Position of the command's last event, or a later one; undefined for a stream without events. */
  readonly position: bigint | undefined;
  /**
   * Revision of the stream as the command left it, exact also for commands that were appended together; undefined for a
   * stream without events.
   */
  readonly revision: bigint | undefined;
}

/** A stream as far as it is known here. */
export interface Folded<State> {
  state: State;
  revision: bigint | 'no_stream';
  position: bigint | undefined;
  /** What it weighs now. */
  readonly weight: () => number;
  readonly commands: RecordedCommands;
  /** What the last of them were answered, the newest last. */
  readonly answers: KeptAnswer[];
}

export interface KeptAnswer {
  readonly commandId: string;
  readonly handled: Handled<unknown>;
  readonly weight: number;
}

/** What a stream weighs beside its commands and its state. */
const streamWeight = 20;

/** Folds what the log has beyond what is folded. What it throws on is not folded. @throws EventLogUnavailable, NewerRelease */
export async function load<State, Command, Event extends DomainEvent>(
  log: EventLog,
  aggregate: Aggregate<State, Command, Event>,
  stream: string,
  folded: Folded<State>,
): Promise<void> {
  const beyond = folded.revision === 'no_stream' ? {} : { from: folded.revision + 1n };
  for await (const recorded of log.readStream(stream, beyond)) {
    const event = upcast(aggregate.events, recorded);
    folded.state = aggregate.evolve(folded.state, event);
    folded.revision = event.revision;
    folded.position = event.position;
    folded.commands.add(event.meta);
  }
}

/** A stream of which nothing was read yet. */
export function unfolded<State, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
): Folded<State> {
  const folded: Folded<State> = {
    state: aggregate.initial(),
    revision: 'no_stream',
    position: undefined,
    commands: new RecordedCommands(),
    answers: [],
    weight: () =>
      folded.answers.reduce((weight, answer) => weight + answer.weight, streamWeight) +
      folded.commands.size +
      aggregate.weight(folded.state),
  };
  return folded;
}

/** About how many things an answer holds. A long text counts as several, for it may be kept by nothing else. */
export function weightOf(answer: unknown): number {
  if (typeof answer === 'string') return Math.floor(answer.length / 150);
  if (typeof answer !== 'object' || answer === null) return 0;
  let weight = 1;
  if (Array.isArray(answer)) for (const part of answer) weight += weightOf(part);
  else for (const name in answer) weight += weightOf(answer[name as keyof typeof answer]);
  return weight;
}

/** The stream as a command left it, and the command's events. @throws EventLogUnavailable, NewerRelease */
export async function loadUntil<State, Command, Event extends DomainEvent>(
  log: EventLog,
  aggregate: Aggregate<State, Command, Event>,
  stream: string,
  commandId: string,
): Promise<{ state: State; events: Stored<Event>[]; position: bigint | undefined; revision: bigint | undefined }> {
  let state = aggregate.initial();
  let position: bigint | undefined;
  let revision: bigint | undefined;
  const events: Stored<Event>[] = [];
  for await (const recorded of log.readStream(stream)) {
    const event = upcast(aggregate.events, recorded);
    const itsOwn = event.meta.commandId === commandId;
    // The events of one command stand together.
    if (!itsOwn && events.length > 0) break;
    state = aggregate.evolve(state, event);
    ({ position, revision } = event);
    if (itsOwn) events.push(event);
  }
  return { state, events, position, revision };
}
