import { createStore } from '../store.ts';
import { loadIdentity } from './identity.ts';
import { passwordRequirementsMessage } from './identity-errors.ts';
import { type SavedSession, savedSession } from './saved-session.ts';
import { signOutDue } from './sign-out-due.ts';
import { tokenEnd } from './token.ts';

export type SessionUser = SavedSession['user'];
export type Session = { status: 'loading' } | { status: 'signedOut' } | { status: 'signedIn'; user: SessionUser };

/** A token that ends within this time (ms) is renewed before it is sent, so that it does not end on the way. */
const renewBefore = 30_000;

/** While somebody registers, the screens still show a visitor: he is signed in once his name is saved. */
let registering = false;
/** Half a saved session: there was somebody, but who, only the identity service knows. */
let undecided = savedSession.incomplete();
const session = createStore(decide());

savedSession.subscribe(update);
savedSession.subscribe(tellWhenLeft);

function decide(): Session {
  const saved = savedSession.get();
  if (saved && !registering) return { status: 'signedIn', user: saved.user };
  return { status: undecided ? 'loading' : 'signedOut' };
}

function update() {
  session.set(decide());
}

export const useSession = session.use;

/** Asks the identity service whether the saved session still holds. Without one there is nothing to ask. */
export async function confirmSession(): Promise<void> {
  if (!savedSession.get() && !undecided && !signOutDue.get()) return;
  try {
    await loadIdentity();
  } catch (error) {
    reportError(error); // No signal: the saved session stands, and a request that needs a new token asks again.
  } finally {
    undecided = false;
    update();
  }
}

/**
 * The token for a request; null when nobody is signed in. The saved one is used as long as it lasts, so that neither the
 * first request nor a signed-out visitor ever waits for the identity service.
 */
export async function currentToken({ fresh = false } = {}): Promise<string | null> {
  const saved = savedSession.get();
  if (!saved) return null;
  if (!fresh && tokenEnd(saved.token) > Date.now() + renewBefore) return saved.token;
  const identity = await loadIdentity();
  return identity.token({ fresh });
}

/** Who is signed in as of now, in whichever tab that was decided; null for a visitor. */
export const currentUid = (): string | null => savedSession.get()?.user.uid ?? null;

/** Calls the listener with the user of now, or null for a visitor, whenever that is another than before. */
export function onUserChange(listener: (uid: string | null, before: string | null) => void): void {
  let known = currentUid();
  savedSession.subscribe(() => {
    const before = known;
    known = currentUid();
    if (before !== known) listener(known, before);
  });
}

/** Calls the listener when a user has left: they signed out, or another account took their place. */
export function onUserLeft(listener: () => void): void {
  onUserChange((_uid, before) => {
    if (before !== null) listener();
  });
}

const signOutListeners = new Set<() => void>();

/** Calls the listener before the user signs out in this tab, and not when their session ends in any other way. */
export function onSignOut(listener: () => void): void {
  signOutListeners.add(listener);
}

/** Tells the token whenever the session changes, here or in another tab; null after a sign-out. */
export function onTokenChange(listener: (token: string | null) => void): void {
  savedSession.subscribe(() => listener(savedSession.get()?.token ?? null));
}

/** Gets ready while somebody types. A failure shows when he signs in. */
export function prepareSignIn(): void {
  loadIdentity().catch(() => undefined);
}

/** @throws what `identity-errors.ts` puts into words, as do the following */
export async function signIn(email: string, password: string): Promise<void> {
  const identity = await identityToEnter();
  await identity.signIn(email, password);
}

export async function signInWithGoogle(): Promise<void> {
  const identity = await identityToEnter();
  await identity.signInWithGoogle();
}

/** @param beforeSignedIn runs with the new account's token, before the screens show somebody signed in */
export async function register(
  username: string,
  email: string,
  password: string,
  beforeSignedIn: () => Promise<void>,
): Promise<void> {
  const identity = await identityToEnter();
  registering = true;
  try {
    savedSession.set(await identity.register(username, email, password));
    await beforeSignedIn();
  } finally {
    registering = false;
    update();
  }
}

/**
 * What was saved of the signed-in user shows at once. The identity service knows it too, and is asked in the background:
 * its next token tells the other tabs.
 */
export function userChanged(changed: Omit<SessionUser, 'uid'>): void {
  const saved = savedSession.get();
  if (!saved) return;
  savedSession.set({ ...saved, user: { ...saved.user, ...changed } });
  loadIdentity()
    .then((identity) => identity.reload())
    .catch(reportError);
}

/** Takes effect at once, in all tabs. The identity service hears of it now or, without a network, as soon as there is one. */
export function signOut(): void {
  for (const listener of signOutListeners) listener();
  signOutDue.set(true);
  savedSession.set(null);
}

/** In whichever tab it was decided, each tab tells it: the one may be closed, and another have the service loaded. */
function tellWhenLeft() {
  if (savedSession.get() || !signOutDue.get()) return;
  tellSignOut().catch((error: unknown) => {
    reportError(error);
    globalThis.addEventListener('online', tellWhenLeft, { once: true });
  });
}

async function tellSignOut(): Promise<void> {
  const identity = await loadIdentity();
  if (!signOutDue.get()) return; // It was told while the service was loaded.
  await identity.signOut();
  signOutDue.set(false);
}

/** The identity service, in which nobody is signed in who has left here. */
async function identityToEnter() {
  await tellSignOut();
  return loadIdentity();
}

/** What a refused password lacks, in a sentence; undefined when the provider does not say. */
export async function passwordProblem(password: string): Promise<string | undefined> {
  try {
    const identity = await loadIdentity();
    return passwordRequirementsMessage(await identity.passwordRequirements(password));
  } catch {
    return undefined;
  }
}
