import { expect, test, vi } from 'vitest';
import type { User } from '../identity/identity.ts';
import type { Ownership } from '../ownership/ownership.ts';
import { Audience, type Client } from './audience.ts';
import type { LiveSocket } from './connection.ts';
import { createMemberships } from './memberships.ts';
import { householdRoom, userRoom } from './rooms.ts';
import { createSessions } from './sessions.ts';

const tom: User = { uid: 'tom', expiresAt: Number.MAX_SAFE_INTEGER, signedInAt: 0 };

/** Sessions of Tom, whose households are read like this. */
function open(householdsOf: () => Promise<readonly string[]>) {
  const ownership: Ownership = {
    ofUser: (uid) => ({ listId: `list-${uid}`, planId: `plan-${uid}` }),
    ofHousehold: (id) => ({ listId: `list-${id}`, planId: `plan-${id}` }),
    find: () => Promise.resolve(undefined),
    findList: () => Promise.resolve(undefined),
    householdsOf,
    isStale: async () => false,
    membersOf: async () => [],
  };
  const audience = new Audience();
  const identity = { cached: () => tom, verify: () => Promise.resolve(tom), watch: () => () => {} };
  const sessions = createSessions({ identity, memberships: createMemberships(ownership, audience), audience });
  const emitted: string[] = [];
  const emit = (event: string) => emitted.push(event);
  const socket: LiveSocket = Object.assign(Object.create(null), { connected: true, once: () => {}, emit });
  const client: Client = { socket, lastSent: 0, waitingBytes: 0 };
  audience.add(client);
  return { sessions, audience, client, emitted };
}

test('begins with a missed event when the households of its user can be read again', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const householdsOf = vi.fn(async (): Promise<readonly string[]> => ['home']);
  householdsOf.mockRejectedValueOnce(new Error('The read model is unavailable'));
  const { sessions, audience, client, emitted } = open(householdsOf);
  sessions.begin(client, 'token', await sessions.verify('token'));
  expect([emitted, audience.hasMembers(userRoom('tom'))]).toEqual([[], false]);
  await vi.waitUntil(() => emitted.length > 0, 10_000);
  expect(emitted).toEqual(['missed']);
  expect([userRoom('tom'), householdRoom('home')].map((room) => audience.hasMembers(room))).toEqual([true, true]);
});
