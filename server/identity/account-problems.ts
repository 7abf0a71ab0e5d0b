import { AccountProblem } from './identity.ts';

/**
 * What an error of the Firebase SDK says of a change to an account, in our words; undefined for one that says nothing of
 * it. @param message the SDK's; of a password policy, it lists what a password lacks
 */
export function accountProblem(code: string, message: string): AccountProblem | undefined {
  switch (code) {
    case 'auth/email-already-exists':
      return new AccountProblem('EMAIL_IN_USE', 'There is an account with this email already');
    case 'auth/invalid-email':
      return new AccountProblem('INVALID_EMAIL', 'This is not a valid email address');
    case 'auth/invalid-password':
      return new AccountProblem('WEAK_PASSWORD', 'Your new password needs at least 6 characters');
    case 'auth/password-does-not-meet-requirements':
      return new AccountProblem('WEAK_PASSWORD', policyMessage(message));
    case 'auth/user-not-found':
      return new AccountProblem('ACCOUNT_GONE', 'This account does not exist any more');
    default:
      return undefined;
  }
}

/** From "Missing password requirements: [Password must contain an upper case character, …]". */
function policyMessage(message: string): string {
  const lacks = /\[(.+)\]/.exec(message)?.[1];
  return lacks ?? 'Your new password does not meet the requirements for passwords here';
}
