import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import type { Household } from '../../../server/core/contracts/households.ts';
import { sessionOf } from '../../../tests/support/signed-in-page.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { keepIssued, useIssued } from './issued-invitations.ts';

const issued = { id: 'invitation', code: '7KQ4M2X9DP', expiresAt: '2026-11-23T10:00:00.000Z', uses: 1, revision: '6' };
const household = (revision: string, ...invitations: Household['invitations']): Household => ({
  ...{ id: 'home', name: 'Home', revision, members: [], invitations },
});

/** The code that a screen shows. */
function shownCode(of: Household): string {
  const Code = () => useIssued(of)?.code ?? 'none';
  return renderToString(createElement(Code));
}

beforeEach(() => {
  savedSession.set(sessionOf('mia'));
  keepIssued('home', issued);
});

test('shows the code until its invitation has ended', () => {
  expect(shownCode(household('5'))).toBe(issued.code);
  expect(shownCode(household('6'))).toBe('none');
  expect(shownCode({ ...household('5'), id: 'flat' })).toBe('none');
});

test('says how many may still join', () => {
  const Left = () =>
    useIssued(household('7', { id: 'invitation', issuedBy: 'mia', expiresAt: issued.expiresAt, usesLeft: 2 }))
      ?.usesLeft;
  keepIssued('home', { ...issued, uses: 3 });
  expect(renderToString(createElement(Left))).toBe('2');
});

test('shows the code of a user to nobody else', () => {
  savedSession.set(sessionOf('sam'));
  expect(shownCode(household('5'))).toBe('none');
});
