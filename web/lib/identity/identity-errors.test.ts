import { describe, expect, test } from 'vitest';
import { identityErrorMessage, isPasswordRefused, passwordRequirementsMessage } from './identity-errors.ts';

const fallback = 'An error occurred during login';
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('what somebody is told about a failed sign-in', () => {
  test('does not say which of email and password is wrong', () => {
    for (const code of ['auth/invalid-credential', 'auth/wrong-password', 'auth/user-not-found']) {
      expect(identityErrorMessage(failure(code, `Firebase: Error (${code}).`), fallback)).toBe(
        'Email or password is not right.',
      );
    }
  });

  test("is the provider's sentence without the parts for programmers", () => {
    const error = failure(
      'auth/weak-password',
      'Firebase: Password should be at least 6 characters (auth/weak-password).',
    );
    expect(identityErrorMessage(error, fallback)).toBe('Password should be at least 6 characters.');
  });

  test('is the general text when the provider says nothing', () => {
    expect(
      identityErrorMessage(failure('auth/internal-error', 'Firebase: Error (auth/internal-error).'), fallback),
    ).toBe(fallback);
  });

  test('is the general text for what is not from the provider', () => {
    expect(identityErrorMessage(new TypeError('x is not a function'), fallback)).toBe(fallback);
    expect(identityErrorMessage('odd', fallback)).toBe(fallback);
  });
});

test.each([
  ['popup-closed-by-user', /closed before you were signed in/],
  ['popup-blocked', /blocked the Google window/],
  ['user-cancelled', /not allowed to sign you in/],
  ['cancelled-popup-request', /newer Google window/],
])('a window that ends by %s says what happened, and not in code', (code, words) => {
  const said = identityErrorMessage(failure(`auth/${code}`, `Firebase: Error (auth/${code}).`), fallback);
  expect(said).toMatch(words);
  expect(said).not.toMatch(/auth|Firebase/);
});

test('a refused password is told from other failures', () => {
  expect(isPasswordRefused(failure('auth/password-does-not-meet-requirements', ''))).toBe(true);
  expect(isPasswordRefused(failure('auth/email-already-in-use', ''))).toBe(false);
});

test('what a password lacks is one sentence', () => {
  expect(passwordRequirementsMessage(['at least 8 characters', 'a number'])).toBe(
    'Your password needs at least 8 characters and a number.',
  );
  expect(passwordRequirementsMessage([])).toBeUndefined();
});
