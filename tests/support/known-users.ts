import { type Account, type Identity, InvalidToken, type User } from '../../server/identity/identity.ts';

/** An identity service with fixed users: the token of `mia` is `token-mia`. No account has a password. */
export function knownUsers(...names: string[]): Identity {
  const users = new Map(
    names.map((name): [string, User] => [
      `token-${name}`,
      {
        uid: name,
        name: name.charAt(0).toUpperCase() + name.slice(1),
        email: `${name}@example.org`,
        expiresAt: Date.now() + 3_600_000,
        signedInAt: Date.now(),
      },
    ]),
  );
  const accountOf = (uid: string): Account => ({
    email: `${uid}@example.org`,
    hasPassword: false,
    createdAt: '2026-01-01T12:00:00.000Z',
  });
  return {
    accounts: {
      read: async (uid) => accountOf(uid),
      find: async (email) => [...users.values()].find((user) => user.email === email)?.uid,
      checkPassword: async () => false,
      change: async () => undefined,
    },
    watch: () => () => undefined,
    keepSession: () => undefined,
    recheckSessions: () => undefined,
    cached: () => undefined,
    verify: async (token) => {
      const user = users.get(token);
      if (!user) throw new InvalidToken('This token is unknown');
      return user;
    },
    browser: { apiKey: 'key', projectId: 'demo-potluck', emulator: true },
    ready: async () => undefined,
    close: async () => undefined,
  };
}
