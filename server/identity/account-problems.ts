import { AccountProblem } from './identity.ts';

/**
 * Translates a Firebase SDK error to a problem with an account; undefined for other errors.
 * @param message the SDK's message, which lists the unmet requirements of a password policy
 */
export function accountProblem(code: string, message: string): AccountProblem | undefined {
  switch (code) {
    case 'auth/email-already-exists':
      return new AccountProblem('EMAIL_IN_USE');
    case 'auth/invalid-email':
      return new AccountProblem('INVALID_EMAIL');
    case 'auth/invalid-password':
      return new AccountProblem('WEAK_PASSWORD');
    case 'auth/password-does-not-meet-requirements':
      return new AccountProblem('WEAK_PASSWORD', policyMessage(message));
    case 'auth/user-not-found':
      return new AccountProblem('ACCOUNT_GONE');
    default:
      return undefined;
  }
}

/** From "Missing password requirements: [Password must contain an upper case character, …]". */
function policyMessage(message: string): string {
  const unmet = /\[(.+)\]/.exec(message)?.[1];
  return unmet ?? 'Your new password does not meet the requirements for passwords here';
}
