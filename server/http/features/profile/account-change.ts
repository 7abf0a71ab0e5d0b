import type { ProfileForm } from '../../../core/contracts/profile.ts';
import type { Account, AccountChange, Accounts, User } from '../../../identity/identity.ts';
import { HttpError } from '../../answers/errors.ts';

/** What the identity service has changed. */
export interface AccountChanged {
  /** The email from here on. */
  readonly email: string | null;
  /** What of it is recorded: that it is so, and nothing else. */
  readonly facts: { readonly emailChanged: boolean; readonly passwordChanged: boolean };
}

/**
 * Another email or password, where a form asks for one, carried out at the identity service once it knows the current
 * password. That comes before the change is recorded, since only the service can refuse it: what is recorded is then
 * true. Cut off in between, the same form sent again comes to the same end.
 * @param onProven called once the password has proved right, before the change ends sessions
 * @returns undefined when the form asks for neither
 * @throws HttpError, AccountProblem, IdentityUnavailable
 */
export async function changeAccount(
  accounts: Accounts,
  user: User,
  account: Account,
  form: ProfileForm,
  onProven: () => void,
): Promise<AccountChanged | undefined> {
  const change = changeOf(account, user, form);
  const { email, password } = change;
  if (email === undefined && password === undefined) return undefined;
  const { email: address, hasPassword } = account;
  if (!hasPassword || address === null) {
    throw new HttpError(409, 'NO_PASSWORD', 'You sign in with Google; your email and password are kept there');
  }
  if (!form.currentPassword) {
    throw new HttpError(400, 'CURRENT_PASSWORD_REQUIRED', 'Enter your current password to change email or password', {
      field: 'currentPassword',
    });
  }
  // The first try of this form may have set the new password, and been cut off before it was recorded.
  const passwords = password === undefined ? [form.currentPassword] : [form.currentPassword, password];
  const proven = await accounts.knowsPassword(user.uid, address, passwords);
  if (!proven) {
    throw new HttpError(403, 'WRONG_PASSWORD', 'Your current password is not right', { field: 'currentPassword' });
  }
  onProven();
  await accounts.change(user.uid, change);
  const facts = { emailChanged: email !== undefined, passwordChanged: password !== undefined };
  return { email: email?.toLowerCase() ?? address, facts };
}

function changeOf(account: Account, user: User, { email, currentPassword, newPassword }: ProfileForm): AccountChange {
  const address = email?.trim();
  return {
    ...(address !== undefined && isAnother(address, account, user, currentPassword) && { email: address }),
    ...(newPassword && { password: newPassword }),
  };
}

/**
 * A first try that was cut off may have changed the email of the account, but not the one in the token. With an old
 * token and no password, it was changed elsewhere, and this form does not ask for it.
 */
function isAnother(address: string, account: Account, user: User, currentPassword: string | undefined): boolean {
  if (!sameAddress(address, account.email)) return true;
  return Boolean(currentPassword) && !sameAddress(address, user.email);
}

const sameAddress = (address: string, other: string | null | undefined): boolean =>
  address.toLowerCase() === other?.toLowerCase();
