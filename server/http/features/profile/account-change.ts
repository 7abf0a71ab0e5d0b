import type { ProfileForm } from '../../../core/contracts/profile.ts';
import type { Account, AccountChange, Accounts, User } from '../../../identity/identity.ts';
import { HttpError } from '../../responses/errors.ts';

/** What the identity service changed. */
export interface AccountChanged {
  /** The email after the change. */
  readonly email: string | null;
  /** Recorded in the event: whether each changed, without the values. */
  readonly facts: { readonly emailChanged: boolean; readonly passwordChanged: boolean };
}

const field = 'currentPassword';
export const noPassword = () =>
  new HttpError(409, 'NO_PASSWORD', 'You sign in with Google; your email and password are kept there');
export const currentPasswordRequired = () =>
  new HttpError(400, 'CURRENT_PASSWORD_REQUIRED', 'Enter your current password to change email or password', { field });
export const wrongPassword = () =>
  new HttpError(403, 'WRONG_PASSWORD', 'Your current password is not right', { field });

/**
 * Changes the email or password at the identity service, if the form asks for it and the current password is right. The
 * change is recorded afterwards, because the service may refuse it. If the process stops in between, sending the same
 * form again has the same result.
 * @param onVerified called once the password is verified, before the change ends sessions
 * @returns undefined when the form asks for neither
 * @throws HttpError, AccountProblem, IdentityUnavailable
 */
export async function changeAccount(
  accounts: Accounts,
  user: User,
  account: Account,
  form: ProfileForm,
  onVerified: () => void,
): Promise<AccountChanged | undefined> {
  const change = changeOf(account, user, form);
  const { email, password } = change;
  if (email === undefined && password === undefined) return undefined;
  const { email: address, hasPassword } = account;
  if (!hasPassword || address === null) throw noPassword();
  if (!form.currentPassword) throw currentPasswordRequired();
  // An interrupted first attempt may have set the new password without recording it.
  const passwords = password === undefined ? [form.currentPassword] : [form.currentPassword, password];
  if (!(await accounts.checkPassword(user.uid, address, passwords))) throw wrongPassword();
  onVerified();
  await accounts.change(user.uid, change);
  const facts = { emailChanged: email !== undefined, passwordChanged: password !== undefined };
  return { email: email?.toLowerCase() ?? address, facts };
}

function changeOf(account: Account, user: User, { email, currentPassword, newPassword }: ProfileForm): AccountChange {
  const address = email?.trim();
  return {
    ...(address !== undefined && isNewAddress(address, account, user, currentPassword) && { email: address }),
    ...(newPassword && { password: newPassword }),
  };
}

/**
 * An interrupted first attempt may have changed the email of the account, but not the one in the token. With an old
 * token and no password, the email was changed elsewhere, and this form does not ask for a change.
 */
function isNewAddress(address: string, account: Account, user: User, currentPassword: string | undefined): boolean {
  if (!sameAddress(address, account.email)) return true;
  return Boolean(currentPassword) && !sameAddress(address, user.email);
}

const sameAddress = (address: string, other: string | null | undefined): boolean =>
  address.toLowerCase() === other?.toLowerCase();
