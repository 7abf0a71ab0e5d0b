/** The only file that imports the Firebase SDK. `identity.ts` imports it dynamically, so that it does not delay the first paint. */
import { FirebaseError, initializeApp } from 'firebase/app';
import {
  AuthErrorCodes,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  onIdTokenChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
  validatePassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import type { ClientConfig } from '../../../server/core/contracts/client-config.ts';
import type { Identity, PasswordRequirements } from './identity-provider.ts';
import type { SavedSession } from './saved-session.ts';

export function connectFirebase(config: ClientConfig['identity']): Identity {
  const { apiKey, projectId } = config;
  const authDomain = config.authDomain ?? `${projectId}.firebaseapp.com`;
  // Without the popup resolver: with it, mobile browsers load Google's scripts before any sign-in.
  const auth = initializeAuth(initializeApp({ apiKey, projectId, authDomain }), {
    persistence: browserLocalPersistence,
  });
  if (config.emulator) connectAuthEmulator(auth, location.origin, { disableWarnings: true });

  return {
    async token({ fresh }) {
      await auth.authStateReady();
      try {
        return (await auth.currentUser?.getIdToken(fresh)) ?? null;
      } catch (error) {
        // The SDK ends an expired session, but not one that the service does not know.
        if (error instanceof FirebaseError && error.code === 'auth/invalid-refresh-token') await signOut(auth);
        // Without an error, a request would be sent as a visitor's while the session goes on, and its change be refused.
        if (auth.currentUser) throw error;
        return null;
      }
    },
    onChange(listener) {
      const publish = async (user: User | null) => {
        const session = user && (await sessionOf(user));
        if (auth.currentUser?.uid === user?.uid) listener(session); // Otherwise the user has changed meanwhile.
      };
      return new Promise((resolve) => {
        onIdTokenChanged(auth, (user) => {
          publish(user).catch(reportError).finally(resolve);
        });
      });
    },
    async signIn(email, password) {
      return sessionOf((await signInWithEmailAndPassword(auth, email, password)).user);
    },
    async signInWithGoogle() {
      return sessionOf((await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)).user);
    },
    async register(username, email, password) {
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      await updateProfile(user, { displayName: username });
      await user.getIdToken(true); // The first token was issued without the name.
      return sessionOf(user);
    },
    async reload() {
      await auth.authStateReady();
      await auth.currentUser?.reload();
      await auth.currentUser?.getIdToken(true);
    },
    signOut: () => signOut(auth),
    sendsEmail: !config.emulator,
    async requestPasswordReset(email) {
      try {
        await sendPasswordResetEmail(auth, email);
      } catch (error) {
        // A project without email enumeration protection reveals it.
        if (!(error instanceof FirebaseError) || error.code !== AuthErrorCodes.USER_DELETED) throw error;
      }
    },
    emailOfPasswordReset: (code) => verifyPasswordResetCode(auth, code),
    resetPassword: (code, password) => confirmPasswordReset(auth, code, password),
    async passwordRequirements(password) {
      const status = await validatePassword(auth, password);
      const { minPasswordLength, maxPasswordLength } = status.passwordPolicy.customStrengthOptions;
      const unmet: PasswordRequirements = [];
      if (status.meetsMinPasswordLength === false) unmet.push(`at least ${minPasswordLength ?? 6} characters`);
      if (status.meetsMaxPasswordLength === false) unmet.push(`at most ${maxPasswordLength ?? 4096} characters`);
      if (status.containsLowercaseLetter === false) unmet.push('a lower case letter');
      if (status.containsUppercaseLetter === false) unmet.push('an upper case letter');
      if (status.containsNumericCharacter === false) unmet.push('a number');
      if (status.containsNonAlphanumericCharacter === false) unmet.push('a special character');
      return unmet;
    },
  };
}

async function sessionOf(user: User): Promise<SavedSession> {
  const token = await user.getIdToken();
  const { uid, displayName, email, photoURL } = user;
  return { user: { uid, name: displayName ?? '', email, photoURL }, token };
}
