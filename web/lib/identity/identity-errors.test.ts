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

describe('when the SDK says that the network failed', () => {
  const failed = (message?: string) =>
    Object.assign(
      failure('auth/network-request-failed', 'Firebase: A network AuthError (auth/network-request-failed).'),
      {
        customData: message === undefined ? {} : { appName: '[DEFAULT]', message },
      },
    );

  // What Chromium, Firefox and Safari each say.
  test.each([
    "SyntaxError: Failed to execute 'json' on 'Response': Unexpected end of JSON input",
    'SyntaxError: JSON.parse: unexpected character at line 1 column 1 of the JSON data',
    'SyntaxError: The string did not match the expected pattern.',
    "TypeError: Cannot read properties of undefined (reading 'message')",
    `TypeError: can't access property "message", json.error is undefined`,
    "TypeError: undefined is not an object (evaluating 'json.error.message')",
  ])('it is the general text where there was an answer: %s', (message) => {
    expect(identityErrorMessage(failed(message), fallback)).toBe(fallback);
  });

  test.each([
    'TypeError: Failed to fetch',
    'TypeError: NetworkError when attempting to fetch resource.',
    'TypeError: Load failed',
    undefined,
  ])('it is the connection where there was none: %s', (message) => {
    expect(identityErrorMessage(failed(message), fallback)).toMatch(/^Potluck cannot be reached/);
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
