import { describe, expect, test } from 'vitest';
import { Audience, type SessionHolder } from './audience.ts';
import { listRoom, recipeRoom, userRoom } from './rooms.ts';

const sessionOf = (uid: string) => ({ uid, rooms: [userRoom(uid), listRoom(uid)] });

type NamedClient = SessionHolder & { readonly name: string };

function open() {
  const audience = new Audience<NamedClient>();
  const first: NamedClient = { name: 'first' };
  const second: NamedClient = { name: 'second' };
  for (const client of [first, second]) audience.add(client);
  const inRoomsOf = (uid: string) => [...audience.in(userRoom(uid)), ...audience.in(listRoom(uid))];
  return { audience, first, second, inRoomsOf };
}

test('removes a closed connection from its rooms', () => {
  const { audience, first, second, inRoomsOf } = open();
  for (const client of [first, second]) audience.signIn(client, sessionOf('ann'));
  audience.remove(first);
  expect(inRoomsOf('ann')).toEqual([second, second]);
  expect(audience.hasMembers(userRoom('ann'))).toBe(true);
  audience.remove(second);
  expect(audience.hasMembers(userRoom('ann'))).toBe(false);
  expect([audience.size, audience.inOrder()]).toEqual([0, []]);
});

test('sends a visitor who has left nothing more', () => {
  const { audience, first, second } = open();
  expect(audience.inOrder()).toEqual([second, first]);
  audience.remove(second);
  expect([audience.size, audience.inOrder()]).toEqual([1, [first]]);
});

test('makes a signed-out client a visitor without private rooms', () => {
  const { audience, first, second, inRoomsOf } = open();
  audience.signIn(first, sessionOf('ann'));
  audience.signOut(first);
  expect([first.session, inRoomsOf('ann')]).toEqual([undefined, []]);
  audience.signIn(first, sessionOf('ben'));
  expect(inRoomsOf('ben')).toEqual([first, first]);
  expect(audience.inOrder()).toEqual([first, second]);
});

describe('watched recipes', () => {
  const room = recipeRoom('r1');

  test('are those that a client named last, signed in or not', () => {
    const { audience, first, second } = open();
    audience.signIn(second, sessionOf('ann'));
    for (const client of [first, second]) audience.watch(client, [room, recipeRoom('r2')]);
    expect([...audience.in(room)]).toEqual([first, second]);
    audience.watch(first, [recipeRoom('r2')]);
    expect([...audience.in(room)]).toEqual([second]);
    audience.signOut(second);
    expect([...audience.in(room)]).toEqual([second]);
  });

  test('are left when the connection closes', () => {
    const { audience, first } = open();
    audience.watch(first, [room]);
    audience.remove(first);
    expect([audience.hasMembers(room), audience.roomCount]).toEqual([false, 0]);
  });
});
