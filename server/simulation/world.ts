import { derivedId } from '../commands/ids.ts';
import type { DomainEvent } from '../core/domain/event-versions.ts';
import { Cookbook } from './cookbook.ts';
import type { Home, Household, Person, PlaylistStream, PostStream } from './homes.ts';
import { membersOf } from './homes.ts';
import { Ids } from './ids.ts';
import { People } from './people.ts';
import { Pool } from './pool.ts';
import { Random } from './random.ts';
import { type OpenStream, Recorder, type SimulatedRequest } from './recorder.ts';

/** One session of a user. Yields the pauses between the steps, in ms. */
export type Session = Iterator<number, void>;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
export const hoursMs = (hours: number): number => hours * 60 * minuteMs;

/** Members of a household mostly use its list and plan, not their own. */
const householdShare = 0.85;

/** The home that a person acts for. What they send after their membership has ended is refused by the server. */
export interface Place {
  readonly home: Home;
  /** Whether the person still shares it. */
  isOpen(): boolean;
  /** The uids of all who share it. */
  members(): readonly string[];
  /** Sends one command to a stream of the home. @returns its events; none if it changes nothing or is refused */
  act<State, Command, Event extends DomainEvent>(
    stream: OpenStream<State, Command, Event>,
    command: NoInfer<Command>,
  ): readonly Event[];
}

/** All that sessions act on. Whatever falls out of a pool is never changed again, so the memory is bounded. */
export class World {
  readonly random: Random;
  readonly ids: Ids;
  readonly recorder: Recorder;
  readonly people: People;
  readonly cookbook = new Cookbook();
  readonly posts = new Pool<PostStream>(300);
  readonly playlists = new Pool<PlaylistStream>(200);
  readonly #households = new Pool<Household>(500);

  constructor(seed: number) {
    this.random = new Random(seed);
    this.ids = new Ids(this.random);
    this.recorder = new Recorder(this.ids);
    this.people = new People(this.ids, this.random);
  }

  /** A new id, as clients make them. */
  newId(): string {
    return this.ids.ofTime(this.recorder.nowMs);
  }

  /** Between the taps of one person. */
  pause(): number {
    return this.random.between(2 * secondMs, 40 * secondMs);
  }

  /** A request of a person. The first one creates their profile, too. */
  request(person: Person): SimulatedRequest {
    const { uid, name, profile } = person;
    const request = this.recorder.newRequest(uid);
    if (profile.state === undefined) {
      const { actor, correlationId } = request;
      const commandId = derivedId('ensure-profile', uid);
      const command = { type: 'EnsureProfile', username: name, avatar: null } as const;
      this.recorder.record(profile, command, { actor, commandId, correlationId });
    }
    return request;
  }

  /** Sends one command in a request of its own. @returns its events; none if it changes nothing or is refused */
  act<State, Command, Event extends DomainEvent>(
    person: Person,
    stream: OpenStream<State, Command, Event>,
    command: NoInfer<Command>,
  ): readonly Event[] {
    return this.recorder.record(stream, command, this.request(person));
  }

  /** Where a person acts now. */
  placeOf(person: Person): Place {
    const household = this.random.chance(householdShare) ? person.households.at(-1) : undefined;
    const isOpen = () => household === undefined || person.households.includes(household);
    return {
      home: household?.home ?? person.own,
      isOpen,
      members: () => (household ? membersOf(household) : [person.uid]),
      act: (stream, command) => (isOpen() ? this.act(person, stream, command) : []),
    };
  }

  addHousehold(household: Household): void {
    const replaced = this.#households.add(household);
    if (replaced) this.#forget(replaced);
  }

  /** Nothing happens in it any more. */
  removeHousehold(household: Household): void {
    this.#households.remove(household);
    this.#forget(household);
  }

  #forget(household: Household): void {
    for (const { households } of household.people) households.splice(households.indexOf(household), 1);
    household.people.length = 0;
  }
}
