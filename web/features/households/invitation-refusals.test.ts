import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { refusalOf } from './invitation-refusals.ts';

const refused = (code: string) => refusalOf(new ApiError({ statusCode: 409, code, message: 'No' }));

test.each([
  ['INVITATION_NOT_FOUND', /code opens nothing/, '/join'],
  ['INVITATION_EXPIRED', /expired/, '/join'],
  ['INVITATION_USED_UP', /used up/, '/join'],
  ['INVITATION_REVOKED', /revoked/, '/join'],
  ['HOUSEHOLD_DISSOLVED', /dissolved/, '/households'],
  ['HOUSEHOLD_FULL', /full/, '/households'],
  ['TOO_MANY_HOUSEHOLDS', /households already/, '/households'],
  ['TOO_MANY_WRONG_CODES', /wrong codes/, '/join'],
])('says why an invitation is refused with %s, and where to go on', (code, title, to) => {
  const refusal = refused(code);
  expect(refusal?.title).toMatch(title);
  expect([refusal?.text, refusal?.action.label]).not.toContain('');
  expect(refusal?.action.to).toBe(to);
});

test('says nothing of another error', () => {
  expect([refused('INTERNAL'), refusalOf(new Error('Lost'))]).toEqual([undefined, undefined]);
});
