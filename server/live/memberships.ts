import { backoffMs } from '../core/timing/backoff.ts';
import { pause } from '../core/timing/pause.ts';
import type { Ownership } from '../ownership/ownership.ts';
import type { Audience, Client } from './audience.ts';
import { householdRoom, listRoom, type PrivateRoom, planRoom, type Run, userRoom } from './rooms.ts';
import type { ReadMemberships } from './verify-token.ts';

interface Change {
  readonly uid: string;
  readonly householdId: string;
  readonly isMember: boolean;
  readonly number: number;
  /** In ms since the epoch. */
  readonly at: number;
}

/** How often to check whether the read model of households is stale. */
const staleCheckMs = 1_000;

/** Longer than a handshake takes. */
const keepChangesMs = 60_000;

/**
 * Keeps clients in the rooms of their households: those that a client's user has when it connects, and then as messages
 * say who has joined and who has left. A change while a connection is opened may be in neither; it is applied when the
 * client joins its rooms.
 */
export function createMemberships(ownership: Ownership, audience: Audience) {
  let recent: readonly Change[] = [];
  let number = 0;

  const roomsOfUser = (uid: string): PrivateRoom[] => {
    const { listId, planId } = ownership.ofUser(uid);
    return [userRoom(uid), listRoom(listId), planRoom(planId)];
  };
  const roomsOf = (householdId: string): PrivateRoom[] => {
    const { listId, planId } = ownership.ofHousehold(householdId);
    return [householdRoom(householdId), listRoom(listId), planRoom(planId)];
  };

  async function read(uid: string): Promise<ReadMemberships> {
    const after = number;
    return { uid, householdIds: await ownership.householdsOf(uid), after };
  }

  /** All rooms of a user now. */
  function roomsNow({ uid, householdIds, after }: ReadMemberships): PrivateRoom[] {
    const ids = new Set(householdIds);
    for (const change of recent) {
      if (change.uid !== uid || change.number <= after) continue;
      if (change.isMember) ids.add(change.householdId);
      else ids.delete(change.householdId);
    }
    return [...roomsOfUser(uid), ...[...ids].flatMap(roomsOf)];
  }

  function change(uid: string, householdId: string, isMember: boolean): void {
    const at = Date.now();
    recent = [
      ...recent.filter((each) => each.at > at - keepChangesMs),
      { uid, householdId, isMember, at, number: ++number },
    ];
    for (const client of [...audience.in(userRoom(uid))]) {
      if (isMember) audience.join(client, roomsOf(householdId));
      else audience.leave(client, roomsOf(householdId));
    }
  }

  return {
    /** @throws ReadModelUnavailable */
    read,
    roomsNow,

    /** Call it before the messages are sent: users who left receive no later ones, and users who joined do. */
    beforeSending({ room, messages }: Run): void {
      for (const message of messages) {
        if (message.kind !== 'household.joined' && message.kind !== 'household.left') continue;
        change(room.slice(userRoom('').length), message.householdId, message.kind === 'household.joined');
      }
    },

    /** Call it after the messages were sent: the members of a dissolved household receive that message, then leave. */
    afterSending({ messages }: Run): void {
      for (const message of messages) {
        if (message.kind !== 'household.dissolved') continue;
        const members = new Set([...audience.in(householdRoom(message.householdId))].map(uidOf));
        for (const uid of members) if (uid !== undefined) change(uid, message.householdId, false);
      }
    },

    /**
     * Reads the households of all connected users again, because messages may have been lost: who was removed must not
     * stay in a room. Tries until it succeeds, or until `signal` aborts.
     */
    async refresh(signal: AbortSignal): Promise<void> {
      for (let failures = 0; !signal.aborted; ) {
        try {
          return await refreshAll();
        } catch {
          await pause(backoffMs(++failures, 1_000, 30_000), signal);
        }
      }
    },

    /**
     * While the read model of households is stale, no message says who was removed, so the log is asked about the
     * households of connected users each second. Resolves when `signal` aborts.
     */
    async followLogWhileStale(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await pause(staleCheckMs, signal);
        if (audience.size === 0 || !(await ownership.isStale().catch(() => false))) continue;
        for (const id of connectedHouseholds()) {
          if (signal.aborted) return;
          // Asked again in a second.
          await removeFormerMembers(id).catch(() => undefined);
        }
      }
    },
  };

  function connectedHouseholds(): Set<string> {
    const ids = new Set<string>();
    for (const { session } of audience.inOrder()) {
      for (const room of session?.rooms ?? []) {
        if (room.startsWith(householdRoom(''))) ids.add(room.slice(householdRoom('').length));
      }
    }
    return ids;
  }

  async function removeFormerMembers(householdId: string): Promise<void> {
    // Not those who join meanwhile.
    const connected = new Set([...audience.in(householdRoom(householdId))].map(uidOf));
    const members = await ownership.membersOf(householdId);
    for (const uid of connected) if (uid !== undefined && !members.includes(uid)) change(uid, householdId, false);
  }

  async function refreshAll(): Promise<void> {
    for (const [uid, clients] of Map.groupBy(audience.inOrder(), uidOf)) {
      if (uid === undefined) continue;
      const rooms = roomsNow(await read(uid));
      for (const client of clients) if (uidOf(client) === uid) audience.moveTo(client, rooms);
    }
  }
}

export type Memberships = ReturnType<typeof createMemberships>;

const uidOf = ({ session }: Client): string | undefined => session?.uid;
