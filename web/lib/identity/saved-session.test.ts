import { expect, test } from 'vitest';
import { parseUser } from './saved-session.ts';

test('reads the user that was saved', () => {
  const saved = JSON.stringify({ uid: 'u1', email: 'mia@example.org', displayName: 'Mia', photoURL: null });
  expect(parseUser(saved)).toEqual({ uid: 'u1', email: 'mia@example.org', name: 'Mia', photoURL: null });
});

test('a user may lack all but the id', () => {
  expect(parseUser('{"uid":"u1"}')).toEqual({ uid: 'u1', email: null, name: '', photoURL: null });
});

test.each([null, '', 'null', '"u1"', '{}', '{"uid":7}', '{"uid":'])('takes %j for nobody', (json) => {
  expect(parseUser(json)).toBeUndefined();
});
