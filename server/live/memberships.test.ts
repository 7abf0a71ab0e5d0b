import { expect, onTestFinished, test, vi } from 'vitest';
import type { Ownership } from '../ownership/ownership.ts';
import { Audience, type Client } from './audience.ts';
import { createMemberships } from './memberships.ts';
import { householdRoom, listRoom, planRoom, type Run, userRoom } from './rooms.ts';

/** The households that the read model shows, and how long a read takes. */
function open(read: () => Promise<readonly string[]>, inLog?: (householdId: string) => Promise<readonly string[]>) {
  const ownership: Ownership = {
    ofUser: (uid) => ({ listId: `list-${uid}`, planId: `plan-${uid}` }),
    ofHousehold: (id) => ({ listId: `list-${id}`, planId: `plan-${id}` }),
    find: () => Promise.resolve(undefined),
    findList: () => Promise.resolve(undefined),
    householdsOf: read,
    isStale: async () => inLog !== undefined,
    membersOf: async (id) => inLog?.(id) ?? [],
  };
  const audience = new Audience();
  const memberships = createMemberships(ownership, audience);
  const tell = (uid: string, kind: 'household.joined' | 'household.left', householdId: string) =>
    memberships.beforeSending({ room: userRoom(uid), messages: [{ kind, position: '1', householdId }] });
  const connect = (uid: string, rooms: Parameters<typeof audience.signIn>[1]['rooms']): Client => {
    const client = { lastSent: 0, waitingBytes: 0 } as Client;
    audience.add(client);
    audience.signIn(client, { uid, rooms });
    return client;
  };
  const isIn = (householdId: string) => audience.hasMembers(householdRoom(householdId));
  const isInAll = (id: string) =>
    [householdRoom(id), listRoom(`list-${id}`), planRoom(`plan-${id}`)].map(audience.hasMembers, audience);
  return { memberships, audience, tell, connect, isIn, isInAll };
}

test('a change while the households are read is applied when the connection joins its rooms', async () => {
  const reading = Promise.withResolvers<string[]>();
  const { memberships, tell, connect, isIn } = open(() => reading.promise);
  tell('tom', 'household.joined', 'before');
  tell('tom', 'household.left', 'back');
  const read = memberships.read('tom');
  tell('tom', 'household.left', 'home');
  tell('eve', 'household.left', 'flat');
  // The read model is ahead of the live messages: it includes that Tom has joined `back` again.
  reading.resolve(['before', 'home', 'flat', 'back']);
  const rooms = await read;
  tell('tom', 'household.joined', 'cabin');
  connect('tom', memberships.roomsNow(rooms));
  expect(['before', 'home', 'flat', 'cabin', 'back'].map(isIn)).toEqual([true, false, true, true, true]);
});

test('after lost messages, connections are moved to the rooms of their households', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const read = vi.fn(async (): Promise<readonly string[]> => ['flat']);
  read.mockRejectedValueOnce(new Error('The read model is unavailable'));
  const { memberships, connect, isIn } = open(read);
  connect('tom', memberships.roomsNow({ uid: 'tom', householdIds: ['home'], after: 0 }));
  const refreshed = memberships.refresh(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  await refreshed;
  expect(['home', 'flat'].map(isIn)).toEqual([false, true]);
});

test('while the read model is stale, former members leave the rooms of their households by the log', async () => {
  const closed = new AbortController();
  const { memberships, connect, isInAll, isIn } = open(
    async () => [],
    async (id) => {
      if (id === 'unreadable') throw new Error('The log is unavailable');
      return ['mia'];
    },
  );
  for (const uid of ['tom', 'mia']) connect(uid, memberships.roomsNow({ uid, householdIds: [`${uid}s`], after: 0 }));
  connect('tom', memberships.roomsNow({ uid: 'tom', householdIds: ['unreadable', 'toms'], after: 0 }));
  const followed = memberships.followLogWhileStale(closed.signal);
  await vi.waitUntil(() => !isIn('toms'), 10_000);
  expect([isInAll('toms'), isIn('mias'), isIn('unreadable')]).toEqual([[false, false, false], true, true]);
  closed.abort();
  await followed;
});

test('who joins while the log is asked for former members stays in the rooms of the household', async () => {
  const closed = new AbortController();
  const asked = Promise.withResolvers<void>();
  const members = Promise.withResolvers<string[]>();
  const { memberships, audience, connect } = open(
    async () => [],
    async () => {
      asked.resolve();
      return members.promise;
    },
  );
  connect('tom', memberships.roomsNow({ uid: 'tom', householdIds: ['home'], after: 0 }));
  const followed = memberships.followLogWhileStale(closed.signal);
  await asked.promise;
  const mia = connect('mia', memberships.roomsNow({ uid: 'mia', householdIds: ['home'], after: 0 }));
  // As the log was before that.
  members.resolve([]);
  await vi.waitUntil(
    () => [...audience.in(householdRoom('home'))].every(({ session }) => session?.uid !== 'tom'),
    10_000,
  );
  expect([...audience.in(householdRoom('home'))]).toEqual([mia]);
  closed.abort();
  await followed;
});

test('a connection whose session ends while the households are read again joins none of their rooms', async () => {
  const reading = Promise.withResolvers<string[]>();
  const { memberships, audience, connect, isIn } = open(() => reading.promise);
  const client = connect('tom', memberships.roomsNow({ uid: 'tom', householdIds: ['home'], after: 0 }));
  const refreshed = memberships.refresh(new AbortController().signal);
  audience.signOut(client);
  reading.resolve(['home', 'flat']);
  await refreshed;
  expect(['home', 'flat'].map(isIn)).toEqual([false, false]);
});

test('joining and leaving change the rooms of open connections', async () => {
  const { memberships, tell, connect, isIn } = open(async () => []);
  connect('tom', memberships.roomsNow({ uid: 'tom', householdIds: [], after: 0 }));
  tell('tom', 'household.joined', 'home');
  expect(isIn('home')).toBe(true);
  tell('tom', 'household.left', 'home');
  expect(isIn('home')).toBe(false);
});

test('the members of a dissolved household leave its rooms after they were sent that, also those who connect just then', async () => {
  const { memberships, connect, isInAll } = open(async () => ['home']);
  connect('tom', memberships.roomsNow({ uid: 'tom', householdIds: ['home'], after: 0 }));
  const read = await memberships.read('tom');
  const dissolution: Run = {
    room: householdRoom('home'),
    messages: [{ kind: 'household.dissolved', position: '1', householdId: 'home' }],
  };
  memberships.beforeSending(dissolution);
  expect(isInAll('home')).toEqual([true, true, true]);
  memberships.afterSending(dissolution);
  expect(isInAll('home')).toEqual([false, false, false]);
  connect('tom', memberships.roomsNow(read));
  expect(isInAll('home')).toEqual([false, false, false]);
});
