import { describe, expect, test } from 'vitest';
import { identityErrorMessage, isPasswordRefused, passwordRequirementsMessage } from './identity-errors.ts';

const fallback = 'An error occurred during login';
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('the message for a failed sign-in', () => {
  test('does not reveal whether the email or the password is wrong', () => {
    for (const code of ['auth/invalid-credential', 'auth/wrong-password', 'auth/user-not-found']) {
      expect(identityErrorMessage(failure(code, `Firebase: Error (${code}).`), fallback)).toBe(
        'Email or password is not right.',
      );
    }
  });

  test("is the provider's sentence without prefix and code", () => {
    const error = failure(
      'auth/weak-password',
      'Firebase: Password should be at least 6 characters (auth/weak-password).',
    );
    expect(identityErrorMessage(error, fallback)).toBe('Password should be at least 6 characters.');
  });

  test('is the fallback when the provider gives no text', () => {
    expect(
      identityErrorMessage(failure('auth/internal-error', 'Firebase: Error (auth/internal-error).'), fallback),
    ).toBe(fallback);
  });

  test('is the fallback for an error that is not from the provider', () => {
    expect(identityErrorMessage(new TypeError('x is not a function'), fallback)).toBe(fallback);
    expect(identityErrorMessage('odd', fallback)).toBe(fallback);
  });
});

describe('when the SDK reports a network failure', () => {
  const networkFailure = (message?: string) =>
    Object.assign(
      failure('auth/network-request-failed', 'Firebase: A network AuthError (auth/network-request-failed).'),
      {
        customData: message === undefined ? {} : { appName: '[DEFAULT]', message },
      },
    );

  // The messages of Chromium, Firefox and Safari.
  test.each([
    "SyntaxError: Failed to execute 'json' on 'Response': Unexpected end of JSON input",
    'SyntaxError: JSON.parse: unexpected character at line 1 column 1 of the JSON data',
    'SyntaxError: The string did not match the expected pattern.',
    "TypeError: Cannot read properties of undefined (reading 'message')",
    `TypeError: can't access property "message", json.error is undefined`,
    "TypeError: undefined is not an object (evaluating 'json.error.message')",
  ])('the message is the fallback for an unreadable response: %s', (message) => {
    expect(identityErrorMessage(networkFailure(message), fallback)).toBe(fallback);
  });

  test.each([
    'TypeError: Failed to fetch',
    'TypeError: NetworkError when attempting to fetch resource.',
    'TypeError: Load failed',
    undefined,
  ])('the message names the connection when there was no response: %s', (message) => {
    expect(identityErrorMessage(networkFailure(message), fallback)).toMatch(/^Potluck cannot be reached/);
  });
});

test.each([
  ['popup-closed-by-user', /closed before you were signed in/],
  ['popup-blocked', /blocked the Google window/],
  ['user-cancelled', /not allowed to sign you in/],
  ['cancelled-popup-request', /newer Google window/],
])('explains a popup that ends with %s, without its code', (code, pattern) => {
  const message = identityErrorMessage(failure(`auth/${code}`, `Firebase: Error (auth/${code}).`), fallback);
  expect(message).toMatch(pattern);
  expect(message).not.toMatch(/auth|Firebase/);
});

test('distinguishes a refused password from other failures', () => {
  expect(isPasswordRefused(failure('auth/password-does-not-meet-requirements', ''))).toBe(true);
  expect(isPasswordRefused(failure('auth/email-already-in-use', ''))).toBe(false);
});

test('lists the unmet password requirements in one sentence', () => {
  expect(passwordRequirementsMessage(['at least 8 characters', 'a number'])).toBe(
    'Your password needs at least 8 characters and a number.',
  );
  expect(passwordRequirementsMessage([])).toBeUndefined();
});
