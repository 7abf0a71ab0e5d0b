import { expect, test } from 'vitest';
import { peopleOf } from './people.ts';

const mia = { uid: 'mia', name: 'Mia', email: null, photoURL: '/avatars/mia' };
const people = peopleOf(mia, [{ uid: 'sam', name: 'Samuel', avatar: '/avatars/sam' }]);

test('shows members with their current picture, under the name of the time', () => {
  expect(people.faceOf({ uid: 'sam', name: 'Sam' })).toEqual({ uid: 'sam', name: 'Sam', avatar: '/avatars/sam' });
  expect(people.faceOf({ uid: 'mia', name: 'Maria' })).toEqual({ uid: 'mia', name: 'Mia', avatar: '/avatars/mia' });
});

test('shows who is no longer a member by their name, without a picture', () => {
  expect(people.faceOf({ uid: 'jo', name: 'Jo' })).toEqual({ uid: 'jo', name: 'Jo', avatar: null });
});

test('calls the user "You"', () => {
  expect([people.nameOf({ uid: 'mia', name: 'Mia' }), people.nameOf({ uid: 'jo', name: 'Jo' })]).toEqual(['You', 'Jo']);
});
