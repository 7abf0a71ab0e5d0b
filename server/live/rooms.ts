import type { LiveMessage } from '../core/contracts/live.ts';

/** The recipients of a message. `community` is every connection, signed in or not. */
export type Room = typeof community | PrivateRoom;
/** The connections of one user, or of those who may see a household, a list or a plan. */
export type PrivateRoom = `user:${string}` | `household:${string}` | `list:${string}` | `plan:${string}`;

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

/** The members of each private room in this process. */
export class Rooms<Member> {
  readonly #members = new Map<string, Set<Member>>();

  join(room: PrivateRoom, member: Member): void {
    const members = this.#members.get(room);
    if (members) members.add(member);
    else this.#members.set(room, new Set([member]));
  }

  leave(room: PrivateRoom, member: Member): void {
    const members = this.#members.get(room);
    members?.delete(member);
    if (members?.size === 0) this.#members.delete(room);
  }

  /** Those with a member. */
  get size(): number {
    return this.#members.size;
  }

  has(room: PrivateRoom): boolean {
    return this.#members.has(room);
  }

  in(room: PrivateRoom): Iterable<Member> {
    return this.#members.get(room) ?? [];
  }
}
