import type { EndedBecause } from './session-end.ts';

/** Messages for the provider's error codes. For other codes, the provider's own sentence is used. */
const messages: Record<string, string> = {
  'auth/invalid-credential': 'Email or password is not right.',
  'auth/invalid-login-credentials': 'Email or password is not right.',
  'auth/wrong-password': 'Email or password is not right.',
  'auth/user-not-found': 'Email or password is not right.',
  'auth/invalid-email': 'This is not a valid email address.',
  'auth/email-already-in-use': 'There is an account with this email already. Sign in instead.',
  'auth/user-disabled': 'This account has been disabled.',
  'auth/too-many-requests': 'Too many attempts. Wait a moment, then try again.',
  'auth/network-request-failed': 'Potluck cannot be reached. Check your connection and try again.',
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow it for this page, then try again.',
  'auth/popup-closed-by-user': 'The Google window was closed before you were signed in. Try again when you are ready.',
  'auth/cancelled-popup-request': 'There is a newer Google window. Sign in there.',
  'auth/user-cancelled': 'Google was not allowed to sign you in. Try again, or log in with your email.',
  'auth/account-exists-with-different-credential': 'This email signs in with a password. Log in with it above.',
  'auth/expired-action-code': 'This link is too old. Ask for a new one.',
  'auth/invalid-action-code': 'This link is not complete, or it has been used. Ask for a new one.',
  'auth/operation-not-allowed': 'This way of signing in is switched off here.',
};

const refusedPasswords = new Set(['auth/weak-password', 'auth/password-does-not-meet-requirements']);

const refusedCodes = new Set(['auth/expired-action-code', 'auth/invalid-action-code']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * The SDK reports a network failure both without a response and for one that it cannot read; only the inner error differs.
 * A response that is not JSON, or JSON without the provider's error, fails in one of these two ways in every browser.
 */
const isUnreadableResponse = (error: Error): boolean =>
  'customData' in error &&
  typeof error.customData === 'object' &&
  error.customData !== null &&
  'message' in error.customData &&
  /^SyntaxError|\bundefined\b/.test(String(error.customData.message));

/** Whether the code of a link was used before, is too old or not complete. */
export const isCodeRefused = (error: unknown): boolean => refusedCodes.has(codeOf(error));

export const isPasswordRefused = (error: unknown): boolean => refusedPasswords.has(codeOf(error));

/** The message for a failed sign-in or registration; `fallback` when the provider gives no useful text. */
export function identityErrorMessage(error: unknown, fallback: string): string {
  const code = codeOf(error);
  if (!code.startsWith('auth/') || !(error instanceof Error) || isUnreadableResponse(error)) return fallback;
  return messages[code] ?? (withoutPrefixAndCode(error.message) || fallback);
}

/** "Firebase: Password should be at least 6 characters (auth/weak-password)." without prefix and code. */
function withoutPrefixAndCode(message: string): string {
  const bare = message
    .replace(/^Firebase:\s*/, '')
    .replace(/\s*\(auth\/[^)]*\)\.?/, '')
    .trim();
  if (bare === '' || bare === 'Error' || bare === 'Error.') return '';
  return /[.!?]$/.test(bare) ? bare : `${bare}.`;
}

/** "Your password needs at least 8 characters and a number." */
export function passwordRequirementsMessage(unmet: string[]): string | undefined {
  return unmet.length === 0 ? undefined : `Your password needs ${new Intl.ListFormat('en').format(unmet)}.`;
}

const endTexts: Readonly<Record<EndedBecause, string>> = {
  expired: 'You were signed out because your session has expired.',
  revoked: 'You were signed out because your password or email was changed, or all your sessions were ended.',
  disabled: 'You were signed out because your account was disabled.',
  deleted: 'You were signed out because your account was deleted.',
  unknown: 'You were signed out because your session has ended.',
};

/** Says why a session has ended by itself. */
export const sessionEndMessage = (reason: EndedBecause): string => endTexts[reason];
