import { beforeEach, expect, test } from 'vitest';
import { openAs, sessionOf, stubTab } from '../../tests/support/signed-in-page.ts';

const ofMia = [
  ...['potluck.units', 'potluck.servings', 'potluck.cooking', 'potluck.timers', 'potluck.keep-screen-on'],
  'potluck.folded.checked.mia',
];
const ofAccounts = ['potluck.households.mia', 'potluck.lists.mia', 'potluck.households.sam', 'potluck.lists.sam'];
const ofDevice = ['theme', 'potluck.single-key-shortcuts', 'potluck.push'];

beforeEach(stubTab);

/** A page that has loaded nothing else. */
const openPage = async () => {
  const page = await openAs('mia', () => import('./forget-user.ts'));
  for (const key of [...ofMia, ...ofAccounts, ...ofDevice]) localStorage.setItem(key, '{}');
  return page;
};
const left = () => Object.keys(localStorage).filter((key) => !['token', 'user', 'potluck.sign-out-due'].includes(key));

test('a sign-out leaves nothing of the user in the browser but that the identity service has to complete it', async () => {
  const { signOut } = await openPage();
  signOut();
  expect(localStorage.getItem('potluck.sign-out-due')).toBe('true');
  expect(left().sort()).toEqual([...ofDevice, 'potluck.households.sam', 'potluck.lists.sam'].sort());
});

test('a session that ends otherwise leaves what the same user finds again, and no choices for the next one', async () => {
  const { savedSession } = await openPage();
  savedSession.set(sessionOf('sam'));
  expect(left().sort()).toEqual([...ofAccounts, ...ofDevice].sort());
});
