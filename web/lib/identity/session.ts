import { createStore } from '../store.ts';
import { loadIdentity } from './identity.ts';
import { type SavedSession, savedSession } from './saved-session.ts';
import { sessionEnd } from './session-end.ts';
import { signOutDue } from './sign-out-due.ts';
import { isExpiring } from './token.ts';

export type SessionUser = SavedSession['user'];
export type Session = { status: 'loading' } | { status: 'signedOut' } | { status: 'signedIn'; user: SessionUser };

/** The screens show a visitor during registration, until the user's name is saved. */
let isRegistering = false;
/** The saved session is incomplete: only the identity service knows the user. */
let isUndecided = savedSession.isIncomplete();
const session = createStore(currentSession());

savedSession.subscribe(update);
savedSession.subscribe(completeSignOut);

function currentSession(): Session {
  const saved = savedSession.get();
  if (saved && !isRegistering) return { status: 'signedIn', user: saved.user };
  return { status: isUndecided ? 'loading' : 'signedOut' };
}

function update() {
  session.set(currentSession());
}

export const useSession = session.use;

/** Why the last session has ended by itself; null if it has not. */
export const useSessionEnd = sessionEnd.use;

export const onSessionExplained = sessionEnd.onExplained;

/** Checks the saved session, if there is one, with the identity service. */
export async function confirmSession(): Promise<void> {
  if (!savedSession.get() && !isUndecided && !signOutDue.get()) return;
  try {
    await loadIdentity();
  } catch (error) {
    reportError(error); // Offline: the saved session stays, and a request that needs a new token tries again.
  } finally {
    isUndecided = false;
    update();
  }
}

/**
 * The token for a request; null when nobody is signed in. The saved token is used until it expires, so that neither the
 * first request nor a visitor waits for the identity service.
 */
export async function currentToken({ fresh = false } = {}): Promise<string | null> {
  const saved = savedSession.get();
  if (!saved) return null;
  if (!fresh && !isExpiring(saved.token)) return saved.token;
  const identity = await loadIdentity();
  return identity.token({ fresh });
}

/** The uid of the current user, also after a change in another tab; null for a visitor. */
export const currentUid = (): string | null => savedSession.get()?.user.uid ?? null;

/** Calls the listener with the current and the previous uid, null for a visitor, whenever the user changes. */
export function onUserChange(listener: (uid: string | null, previous: string | null) => void): void {
  let current = currentUid();
  savedSession.subscribe(() => {
    const previous = current;
    current = currentUid();
    if (previous !== current) listener(current, previous);
  });
}

/** Calls the listener when a user has signed out or another account has replaced theirs. */
export function onUserLeft(listener: () => void): void {
  onUserChange((_uid, previous) => {
    if (previous !== null) listener();
  });
}

const signOutListeners = new Set<() => void>();

/** Calls the listener before the user signs out in this tab, but not when their session ends in another way. */
export function onSignOut(listener: () => void): void {
  signOutListeners.add(listener);
}

/** Loads the identity service while the user types. A failure is reported when they sign in. */
export function prepareSignIn(): void {
  loadIdentity().catch(() => undefined);
}

/** These functions throw errors for `identityErrorMessage`. */
export async function signIn(email: string, password: string): Promise<void> {
  const identity = await loadIdentityToSignIn();
  savedSession.set(await identity.signIn(email, password));
}

export async function signInWithGoogle(): Promise<void> {
  const identity = await loadIdentityToSignIn();
  savedSession.set(await identity.signInWithGoogle());
}

/** @returns whether the link is sent by email; otherwise it is printed for the person who runs Potluck */
export async function requestPasswordReset(email: string): Promise<boolean> {
  const identity = await loadIdentity();
  await identity.requestPasswordReset(email);
  return identity.sendsEmail;
}

/** The address of the account whose password the code of a link can reset. */
export async function emailOfPasswordReset(code: string): Promise<string> {
  return (await loadIdentity()).emailOfPasswordReset(code);
}

/**
 * Resets the password, which ends all sessions of the account, and signs in with it.
 * @returns whether signing in succeeded, too. The code of the link is used up even if not
 */
export async function resetPassword(code: string, email: string, password: string): Promise<boolean> {
  const identity = await loadIdentityToSignIn();
  await identity.resetPassword(code, password);
  try {
    savedSession.set(await identity.signIn(email, password));
    return true;
  } catch {
    return false;
  }
}

/** @param beforeSignedIn runs with the new account's token, before the screens show the user as signed in */
export async function register(
  username: string,
  email: string,
  password: string,
  beforeSignedIn: () => Promise<void>,
): Promise<void> {
  const identity = await loadIdentityToSignIn();
  isRegistering = true;
  try {
    savedSession.set(await identity.register(username, email, password));
    await beforeSignedIn();
  } finally {
    isRegistering = false;
    update();
  }
}

/**
 * Shows saved changes of the current user at once. Reloads the account in the background: the new token carries the
 * changes to the other tabs.
 */
export function updateUser(changed: Omit<SessionUser, 'uid'>): void {
  const saved = savedSession.get();
  if (!saved) return;
  savedSession.set({ ...saved, user: { ...saved.user, ...changed } });
  loadIdentity()
    .then((identity) => identity.reload())
    .catch(reportError);
}

/** Takes effect at once, in all tabs. Offline, the identity service follows when the network is back. */
export function signOut(): void {
  for (const listener of signOutListeners) listener();
  signOutDue.set(true);
  savedSession.set(null);
}

/** Every tab does this: the tab of the sign-out may be closed, and others may have the identity service loaded. */
function completeSignOut() {
  if (savedSession.get() || !signOutDue.get()) return;
  signOutOfIdentity().catch((error: unknown) => {
    reportError(error);
    globalThis.addEventListener('online', completeSignOut, { once: true });
  });
}

async function signOutOfIdentity(): Promise<void> {
  const identity = await loadIdentity();
  if (!signOutDue.get()) return; // Loading the service has completed the sign-out.
  await identity.signOut();
  signOutDue.set(false);
}

/** Loads the identity service, and first signs out a user whose sign-out is pending. */
async function loadIdentityToSignIn() {
  await signOutOfIdentity();
  return loadIdentity();
}

/** The unmet requirements of a refused password in a sentence; undefined when the provider gives none. */
export async function passwordProblem(password: string): Promise<string | undefined> {
  try {
    const [identity, { passwordRequirementsMessage }] = await Promise.all([
      loadIdentity(),
      import('./identity-errors.ts'),
    ]);
    return passwordRequirementsMessage(await identity.passwordRequirements(password));
  } catch {
    return undefined;
  }
}
