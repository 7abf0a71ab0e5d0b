import type { Aggregate, Stored } from '../commands/aggregate.ts';
import { type DomainEvent, versionOf } from '../core/domain/event-versions.ts';
import { Refusal } from '../core/domain/refusal.ts';
import type { EventMetadata, ExpectedRevision, JsonObject, NewEvent, RequestMark } from '../core/event-log.ts';
import type { Ids } from './ids.ts';

/** Events to append to one stream, as `EventLog.append` takes them. */
export interface HistoryAppend {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
}

/** A stream that commands are decided on, with its state. */
export class OpenStream<State, Command, Event extends DomainEvent> {
  readonly aggregate: Aggregate<State, Command, Event>;
  readonly id: string;
  state: State;
  revision: ExpectedRevision = 'no_stream';

  constructor(aggregate: Aggregate<State, Command, Event>, id: string) {
    this.aggregate = aggregate;
    this.id = id;
    this.state = aggregate.initial();
  }

  get name(): string {
    return `${this.aggregate.category}-${this.id}`;
  }
}

/** A request to the server, which may send commands to several streams. */
export interface SimulatedRequest {
  readonly actor: string;
  readonly commandId: string;
  readonly correlationId: string;
  /** Undefined for commands that the server adds to a request by itself. */
  readonly request?: RequestMark;
}

/** Decides commands at the simulated time, as the server's command handler does, and collects what is to be appended. */
export class Recorder {
  readonly #ids: Ids;
  #nowMs = 0;
  #at = '';
  #appends: HistoryAppend[] = [];
  #processId = '';
  #requests = 0;

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** In ms since the epoch. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** ISO 8601, UTC. */
  get at(): string {
    return this.#at;
  }

  setTime(ms: number): void {
    if (ms === this.#nowMs) return;
    this.#nowMs = ms;
    this.#at = new Date(ms).toISOString();
  }

  /** The server starts again: its requests are counted from 1. */
  startServer(): void {
    this.#processId = this.#ids.ofTime(this.#nowMs);
    this.#requests = 0;
  }

  newRequest(actor: string): SimulatedRequest {
    this.#requests += 1;
    const correlationId = `${this.#processId}-${this.#requests}`;
    return { actor, commandId: this.#ids.ofCommand(), correlationId, request: this.#ids.mark() };
  }

  /** @returns the events; none if the command changes nothing or is refused */
  record<State, Command, Event extends DomainEvent>(
    stream: OpenStream<State, Command, Event>,
    command: NoInfer<Command>,
    request: SimulatedRequest,
  ): readonly Event[] {
    const decided = decideOrNothing(stream, command);
    if (decided.length === 0) return decided;
    const { aggregate, revision: expected } = stream;
    const events = decided.map((event): NewEvent => {
      const { type, data } = event;
      const { actor, commandId, correlationId, request: mark } = request;
      const schema = versionOf(aggregate.events, type);
      const meta: EventMetadata = {
        actor,
        commandId,
        correlationId,
        at: this.#at,
        schema,
        ...(mark && { request: mark }),
      };
      const stored: Stored<Event> = { ...event, meta };
      stream.state = aggregate.evolve(stream.state, stored);
      return { id: this.#ids.ofTime(this.#nowMs), type, data: data as JsonObject, meta };
    });
    stream.revision = (expected === 'no_stream' ? -1n : expected) + BigInt(events.length);
    this.#appends.push({ stream: stream.name, expected, events });
    return decided;
  }

  /** What was recorded since the last call, in order. */
  take(): readonly HistoryAppend[] {
    const appends = this.#appends;
    this.#appends = [];
    return appends;
  }
}

/** People send commands that are refused, too. */
function decideOrNothing<State, Command, Event extends DomainEvent>(
  { aggregate, state }: OpenStream<State, Command, Event>,
  command: Command,
): Event[] {
  try {
    return aggregate.decide(command, state);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
