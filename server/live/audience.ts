import type { Listener, Listeners } from './broadcast.ts';
import type { LiveSocket } from './connection.ts';
import { type PrivateRoom, Rooms, type WatchedRoom } from './rooms.ts';

export interface SessionHolder {
  /** Undefined for a visitor. */
  session?: Session;
  /** Of visitors, too. */
  watched?: readonly WatchedRoom[];
}

/** A connected browser. */
export interface Client extends Listener, SessionHolder {
  readonly socket: LiveSocket;
  /** Bytes passed to Engine.IO since its buffer was last empty: an upper bound of the bytes that wait now. */
  waitingBytes: number;
}

export interface Session {
  readonly uid: string;
  readonly rooms: Set<PrivateRoom>;
}

/**
 * All connected clients and their rooms. Broadcasts reach clients in order: each takes some microseconds, so
 * the last of thousands is reached tens of milliseconds after the first. Signed-in users, who interact, come before
 * visitors, and recent connections before pages that were opened hours ago.
 */
export class Audience<P extends SessionHolder = Client> implements Listeners<P> {
  readonly #users = new Set<P>();
  readonly #visitors = new Set<P>();
  readonly #rooms = new Rooms<P>();
  #order: readonly P[] | undefined;

  get size(): number {
    return this.#users.size + this.#visitors.size;
  }

  /** Rooms with a member. */
  get roomCount(): number {
    return this.#rooms.size;
  }

  /** Adds a client as a visitor. */
  add(client: P): void {
    this.#visitors.add(client);
    this.#order = undefined;
  }

  remove(client: P): void {
    this.signOut(client);
    this.watch(client, []);
    this.#visitors.delete(client);
    this.#order = undefined;
  }

  signIn(client: P, { uid, rooms }: { uid: string; rooms: readonly PrivateRoom[] }): void {
    client.session = { uid, rooms: new Set() };
    this.join(client, rooms);
    this.#visitors.delete(client);
    this.#users.add(client);
    this.#order = undefined;
  }

  signOut(client: P): void {
    for (const room of client.session?.rooms ?? []) this.#rooms.leave(room, client);
    delete client.session;
    if (!this.#users.delete(client)) return;
    this.#visitors.add(client);
    this.#order = undefined;
  }

  /** No effect on a visitor. */
  join(client: P, rooms: readonly PrivateRoom[]): void {
    if (!client.session) return;
    for (const room of rooms) {
      client.session.rooms.add(room);
      this.#rooms.join(room, client);
    }
  }

  leave(client: P, rooms: Iterable<PrivateRoom>): void {
    for (const room of rooms) {
      client.session?.rooms.delete(room);
      this.#rooms.leave(room, client);
    }
  }

  /** Leaves all other rooms. */
  moveTo(client: P, rooms: readonly PrivateRoom[]): void {
    const left = [...(client.session?.rooms ?? [])].filter((room) => !rooms.includes(room));
    this.leave(client, left);
    this.join(client, rooms);
  }

  /** Leaves the rooms that the client watched before. */
  watch(client: P, rooms: readonly WatchedRoom[]): void {
    for (const room of client.watched ?? []) this.#rooms.leave(room, client);
    for (const room of rooms) this.#rooms.join(room, client);
    if (rooms.length > 0) client.watched = rooms;
    else delete client.watched;
  }

  in(room: PrivateRoom | WatchedRoom): Iterable<P> {
    return this.#rooms.in(room);
  }

  hasMembers(room: PrivateRoom | WatchedRoom): boolean {
    return this.#rooms.has(room);
  }

  inOrder(): readonly P[] {
    this.#order ??= [...[...this.#users].reverse(), ...[...this.#visitors].reverse()];
    return this.#order;
  }
}
