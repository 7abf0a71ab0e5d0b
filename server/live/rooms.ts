import type { LiveMessage } from '../core/contracts/live.ts';

/** The recipients of a message. `community` is every connection, signed in or not. */
export type Room = typeof community | PrivateRoom | WatchedRoom;
/** The connections of one user, or of those who may see a household, a list or a plan. */
export type PrivateRoom = `user:${string}` | `household:${string}` | `list:${string}` | `plan:${string}`;

/** The connections that watch something that everybody may see. */
export type WatchedRoom = `recipe:${string}`;

/** A message and its room. */
export interface Addressed {
  readonly room: Room;
  readonly message: LiveMessage;
}

/** Messages to the same room, one after the other. */
export interface Run {
  readonly room: Room;
  readonly messages: LiveMessage[];
}

export const community = 'community';
export const userRoom = (uid: string): PrivateRoom => `user:${uid}`;
export const householdRoom = (householdId: string): PrivateRoom => `household:${householdId}`;
export const listRoom = (listId: string): PrivateRoom => `list:${listId}`;
export const planRoom = (planId: string): PrivateRoom => `plan:${planId}`;
export const recipeRoom = (recipeId: string): WatchedRoom => `recipe:${recipeId}`;

type JoinedRoom = Exclude<Room, typeof community>;

/** The members of each room in this process, except the one of everybody. */
export class Rooms<Member> {
  readonly #members = new Map<string, Set<Member>>();

  join(room: JoinedRoom, member: Member): void {
    const members = this.#members.get(room);
    if (members) members.add(member);
    else this.#members.set(room, new Set([member]));
  }

  leave(room: JoinedRoom, member: Member): void {
    const members = this.#members.get(room);
    members?.delete(member);
    if (members?.size === 0) this.#members.delete(room);
  }

  /** Those with a member. */
  get size(): number {
    return this.#members.size;
  }

  has(room: JoinedRoom): boolean {
    return this.#members.has(room);
  }

  in(room: JoinedRoom): Iterable<Member> {
    return this.#members.get(room) ?? [];
  }
}
