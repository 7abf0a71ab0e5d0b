import { beforeEach, expect, test, vi } from 'vitest';
import { savedSession } from '../identity/saved-session.ts';
import { ownerOfChosenList, saveHouseholds } from './saved-households.ts';
import { chooseList, saveLists } from './saved-lists.ts';
import { showList } from './show-list.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

/** Which list of an owner is chosen is only visible to a hook: it is what is reported when no list is left. */
const chosenOf = (owner: string) => saveLists(owner, [])?.id;

beforeEach(() => {
  vi.stubGlobal('reportError', () => undefined);
  savedSession.set({ user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' });
  saveHouseholds([
    { id: 'home', name: 'Home' },
    { id: 'boat', name: 'Boat' },
  ]);
  saveLists('mia', [{ id: 'gifts', name: 'Gifts' }]);
  saveLists('boat', [{ id: 'party', name: 'Party' }]);
  for (const owner of ['mia', 'home', 'boat']) chooseList(owner, null);
});

test.each([
  ['the own list', 'mia', 'mia', undefined],
  ['an own further list', 'gifts', 'mia', 'gifts'],
  ['the list of a household', 'home', 'home', undefined],
  ['a further list of a household', 'party', 'boat', 'party'],
])('shows %s', (_, whose, owner, further) => {
  expect(showList('mia', whose)).toBe(whose);
  expect(ownerOfChosenList('mia')).toBe(owner);
  expect(chosenOf(owner)).toBe(further);
});

test.each(['mia', 'boat'])('shows the main list of an owner although another one was chosen: %s', (owner) => {
  chooseList(owner, owner === 'mia' ? 'gifts' : 'party');
  showList('mia', owner);
  expect(chosenOf(owner)).toBeUndefined();
});

test('shows the own list instead of one that the user may not see any more', () => {
  showList('mia', 'home');
  expect(showList('mia', 'former-household')).toBe('mia');
  expect(ownerOfChosenList('mia')).toBe('mia');
});
