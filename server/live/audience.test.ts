import { expect, test } from 'vitest';
import { Audience, type Place } from './audience.ts';
import { listRoom, userRoom } from './rooms.ts';

const sessionOf = (uid: string) => ({ uid, rooms: [userRoom(uid), listRoom(uid)] });

type Seated = Place & { readonly name: string };

function open() {
  const audience = new Audience<Seated>();
  const first: Seated = { name: 'first' };
  const second: Seated = { name: 'second' };
  for (const seat of [first, second]) audience.add(seat);
  const inRoomsOf = (uid: string) => [...audience.in(userRoom(uid)), ...audience.in(listRoom(uid))];
  return { audience, first, second, inRoomsOf };
}

test('a connection that has closed is in no room, and nobody is left in rooms that only it was in', () => {
  const { audience, first, second, inRoomsOf } = open();
  for (const seat of [first, second]) audience.signIn(seat, sessionOf('ann'));
  audience.remove(first);
  expect(inRoomsOf('ann')).toEqual([second, second]);
  expect(audience.hasAnybody(userRoom('ann'))).toBe(true);
  audience.remove(second);
  expect(audience.hasAnybody(userRoom('ann'))).toBe(false);
  expect([audience.size, audience.inOrder()]).toEqual([0, []]);
});

test('a connection that closed while its token was verified is not signed in', () => {
  const { audience, first, inRoomsOf } = open();
  audience.remove(first);
  expect(audience.signIn(first, sessionOf('ann'))).toBe(false);
  expect([audience.size, inRoomsOf('ann')]).toEqual([1, []]);
});

test('who signs out is a visitor without a session, in no private room', () => {
  const { audience, first, second, inRoomsOf } = open();
  audience.signIn(first, sessionOf('ann'));
  audience.signOut(first);
  expect([first.session, inRoomsOf('ann')]).toEqual([undefined, []]);
  audience.signIn(first, sessionOf('ben'));
  expect(inRoomsOf('ben')).toEqual([first, first]);
  expect(audience.inOrder()).toEqual([first, second]);
});
