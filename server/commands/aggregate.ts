import { type DomainEvent, type EventVersions, upcast } from '../core/domain/event-versions.ts';
import type { EventLog, EventMetadata } from '../core/event-log.ts';
import { RecordedCommands } from './recorded-commands.ts';

/** An event with its metadata: who caused it, when and why. */
export type Stored<Event> = Event & { readonly meta: EventMetadata };

/** A decider and the category of its streams, which are named `{category}-{id}`. */
export interface Aggregate<State, Command, Event extends DomainEvent> {
  readonly category: string;
  /** All event types of its streams. Events are upcast to their current version before they are folded. */
  readonly events: EventVersions<Event>;
  initial(): State;
  /** @throws Refusal */
  decide(command: Command, state: State): Event[];
  /** May mutate the given state: the caller owns it. */
  evolve(state: State, event: Stored<Event>): State;
  /** Approximate number of entries in the state; bounds the cache of streams. */
  weight(state: State): number;
}

/** The result of a command, for its sender. */
export interface CommandResult<Answer> {
  readonly answer: Answer;
  /** Position of the command's last event, or a later one; undefined for a stream without events. */
  readonly position: bigint | undefined;
  /**
   * Revision of the stream right after the command, even if others were appended together with it; undefined for a
   * stream without events.
   */
  readonly revision: bigint | undefined;
  /** Whether the log contained the command already. */
  readonly isRepeated?: boolean;
}

/** The state of a stream, folded up to `revision`. */
export interface Folded<State> {
  state: State;
  revision: bigint | 'no_stream';
  position: bigint | undefined;
  /** Current weight; see `Aggregate.weight`. */
  readonly weight: () => number;
  readonly commands: RecordedCommands;
  /** Answers to the latest commands, newest last. */
  readonly answers: CachedAnswer[];
}

export interface CachedAnswer {
  readonly commandId: string;
  readonly result: CommandResult<unknown>;
  readonly weight: number;
}

/** Weight of a stream without its commands and state. */
const streamWeight = 20;

/**
 * Reads and folds events after `folded.revision`, up to one that throws.
 * @param upTo the position of the last event that may be folded
 * @throws EventLogUnavailable, NewerRelease
 */
export async function load<State, Command, Event extends DomainEvent>(
  log: EventLog,
  aggregate: Aggregate<State, Command, Event>,
  stream: string,
  folded: Folded<State>,
  upTo?: bigint,
): Promise<void> {
  const range = folded.revision === 'no_stream' ? {} : { from: folded.revision + 1n };
  for await (const recorded of log.readStream(stream, range)) {
    if (upTo !== undefined && recorded.position > upTo) break;
    const event = upcast(aggregate.events, recorded);
    folded.state = aggregate.evolve(folded.state, event);
    folded.revision = event.revision;
    folded.position = event.position;
    folded.commands.add(event.meta);
  }
}

/** The fold of a stream before its first event. */
export function emptyFold<State, Command, Event extends DomainEvent>(
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

/** Approximate number of values in an answer. A long string counts as several: the cache may be all that retains it. */
export function weightOf(answer: unknown): number {
  if (typeof answer === 'string') return Math.floor(answer.length / 150);
  if (typeof answer !== 'object' || answer === null) return 0;
  let weight = 1;
  if (Array.isArray(answer)) for (const part of answer) weight += weightOf(part);
  else for (const name in answer) weight += weightOf(answer[name as keyof typeof answer]);
  return weight;
}

/** The stream's state right after a command, and the command's events. @throws EventLogUnavailable, NewerRelease */
export async function loadThroughCommand<State, Command, Event extends DomainEvent>(
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
    const isOwn = event.meta.commandId === commandId;
    // The events of one command are contiguous.
    if (!isOwn && events.length > 0) break;
    state = aggregate.evolve(state, event);
    ({ position, revision } = event);
    if (isOwn) events.push(event);
  }
  return { state, events, position, revision };
}
