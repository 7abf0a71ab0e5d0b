/** Registers accounts and signs in by the forms' API calls, for tests that need a user but do not test the forms. */
import type { ClientConfig } from '../../server/core/contracts/client-config.ts';
import type { ProfileForm } from '../../server/core/contracts/profile.ts';

export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface Session {
  readonly uid: string;
  readonly token: string;
  /** The local storage of the client and the Firebase SDK in a browser with this session. */
  readonly stored: readonly { readonly name: string; readonly value: string }[];
}

/** Creates an account and its profile. */
export async function registerAccount(server: string, account: Account): Promise<Session> {
  const session = await callIdentity(server, 'signUp', account);
  const profile: ProfileForm = { username: account.name };
  await fetchOk(`${server}/api/users/profile`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(profile),
  });
  return session;
}

export const signInTo = (server: string, account: Account): Promise<Session> =>
  callIdentity(server, 'signInWithPassword', account);

/** Used fields of https://firebase.google.com/docs/reference/rest/auth */
interface SignedIn {
  readonly localId: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

async function callIdentity(
  server: string,
  call: 'signUp' | 'signInWithPassword',
  { name, email, password }: Account,
): Promise<Session> {
  const { identity }: ClientConfig = await fetchOk(`${server}/api/config`);
  const { apiKey } = identity;
  const result = await fetchOk<SignedIn>(`${server}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, ...(call === 'signUp' && { displayName: name }), returnSecureToken: true }),
  });
  const { localId: uid, idToken: token, refreshToken } = result;
  const user = { uid, email, displayName: name, photoURL: null };
  const sdkUser = {
    ...user,
    emailVerified: false,
    isAnonymous: false,
    providerData: [{ ...user, uid: email, providerId: 'password', phoneNumber: null }],
    stsTokenManager: { refreshToken, accessToken: token, expirationTime: Date.now() + 3_600_000 },
    apiKey,
    appName: '[DEFAULT]',
  };
  return {
    uid,
    token,
    stored: [
      { name: 'user', value: JSON.stringify(user) },
      { name: 'token', value: token },
      { name: `firebase:authUser:${apiKey}:[DEFAULT]`, value: JSON.stringify(sdkUser) },
    ],
  };
}

async function fetchOk<Result>(address: string, request: RequestInit = {}): Promise<Result> {
  const response = await fetch(address, { ...request, signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method ?? 'GET'} ${address} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
