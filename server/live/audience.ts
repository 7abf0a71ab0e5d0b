import type { Listener, Listeners } from './broadcast.ts';
import type { LiveSocket } from './connection.ts';
import { type PrivateRoom, Rooms } from './rooms.ts';

export interface Place {
  /** Undefined for a visitor. */
  session?: Session;
}

/** One connection's place in the audience. */
export interface Seat extends Listener, Place {
  readonly socket: LiveSocket;
  /** Bytes that were given to Engine.IO since it had nothing waiting: more than wait now, never less. */
  waitingBytes: number;
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
export class Audience<P extends Place = Seat> implements Listeners<P> {
  readonly #people = new Set<P>();
  readonly #visitors = new Set<P>();
  readonly #rooms = new Rooms<P>();
  #order: readonly P[] | undefined;

  get size(): number {
    return this.#people.size + this.#visitors.size;
  }

  /** Takes a place, as a visitor. */
  add(seat: P): void {
    this.#visitors.add(seat);
    this.#order = undefined;
  }

  remove(seat: P): void {
    this.signOut(seat);
    this.#visitors.delete(seat);
    this.#order = undefined;
  }

  /** Begins or renews a session of a seat; one that was left meanwhile stays empty. @returns whether it has the session */
  signIn(seat: P, session: Session): boolean {
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

  signOut(seat: P): void {
    this.#leaveRooms(seat);
    delete seat.session;
    if (!this.#people.delete(seat)) return;
    this.#visitors.add(seat);
    this.#order = undefined;
  }

  in(room: PrivateRoom): Iterable<P> {
    return this.#rooms.in(room);
  }

  hasAnybody(room: PrivateRoom): boolean {
    return this.#rooms.has(room);
  }

  inOrder(): readonly P[] {
    this.#order ??= [...[...this.#people].reverse(), ...[...this.#visitors].reverse()];
    return this.#order;
  }

  #leaveRooms(seat: P): void {
    for (const room of seat.session?.rooms ?? []) this.#rooms.leave(room, seat);
  }
}
