import type { Listener, Listeners } from './broadcast.ts';
import type { LiveSocket } from './connection.ts';
import { type PrivateRoom, Rooms } from './rooms.ts';

/** One connection's place in the audience. */
export interface Seat extends Listener {
  readonly socket: LiveSocket;
  /** Bytes that were given to Engine.IO since it had nothing waiting: more than wait now, never less. */
  waitingBytes: number;
  /** Undefined for a visitor. */
  session?: Session;
}

export interface Session {
  readonly uid: string;
  readonly rooms: readonly PrivateRoom[];
}

/**
 * Everybody connected, and who of them is in which private room. Broadcasts reach them in order: each connection takes
 * some microseconds, so the last of thousands are reached tens of milliseconds after the first. Signed-in people, who
 * act and are acted with, come before visitors, and those who arrived last before those who opened the page hours ago.
 */
export class Audience implements Listeners<Seat> {
  readonly #people = new Set<Seat>();
  readonly #visitors = new Set<Seat>();
  readonly #rooms = new Rooms<Seat>();
  #order: readonly Seat[] | undefined;

  get size(): number {
    return this.#people.size + this.#visitors.size;
  }

  /** Takes a place, as a visitor. */
  add(seat: Seat): void {
    this.#visitors.add(seat);
    this.#order = undefined;
  }

  remove(seat: Seat): void {
    this.signOut(seat);
    this.#visitors.delete(seat);
    this.#order = undefined;
  }

  /** Begins or renews a session of a seat; one that was left meanwhile stays empty. @returns whether it has the session */
  signIn(seat: Seat, session: Session): boolean {
    if (!this.#visitors.has(seat) && !this.#people.has(seat)) return false;
    this.#leaveRooms(seat);
    seat.session = session;
    for (const room of session.rooms) this.#rooms.join(room, seat);
    if (this.#visitors.delete(seat)) {
      this.#people.add(seat);
      this.#order = undefined;
    }
    return true;
  }

  signOut(seat: Seat): void {
    this.#leaveRooms(seat);
    delete seat.session;
    if (!this.#people.delete(seat)) return;
    this.#visitors.add(seat);
    this.#order = undefined;
  }

  in(room: PrivateRoom): Iterable<Seat> {
    return this.#rooms.in(room);
  }

  hasAnybody(room: PrivateRoom): boolean {
    return this.#rooms.has(room);
  }

  inOrder(): readonly Seat[] {
    this.#order ??= [...[...this.#people].reverse(), ...[...this.#visitors].reverse()];
    return this.#order;
  }

  #leaveRooms(seat: Seat): void {
    for (const room of seat.session?.rooms ?? []) this.#rooms.leave(room, seat);
  }
}
