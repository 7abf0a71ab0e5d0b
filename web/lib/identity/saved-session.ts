import { createStore } from '../store.ts';

/**
 * The signed-in user as stored in this browser, so that the first paint and the first request do not wait for the identity
 * service and work offline. The identity service confirms or corrects it once it is loaded.
 */
export interface SessionUser {
  uid: string;
  /** The display name; empty when the account has none. */
  name: string;
  email: string | null;
  photoURL: string | null;
}

export interface SavedSession {
  user: SessionUser;
  token: string;
}

const tokenKey = 'token';
const userKey = 'user';

const store = createStore(read() ?? null);

export const savedSession = {
  get: store.get,
  subscribe: store.subscribe,

  /** Whether only one of token and user is stored, so that the user is unknown. */
  isIncomplete(): boolean {
    try {
      return !store.get() && (localStorage.getItem(tokenKey) !== null || localStorage.getItem(userKey) !== null);
    } catch {
      return false;
    }
  },

  set(session: SavedSession | null): void {
    if (isSame(store.get(), session)) return;
    write(session);
    store.set(session);
  },
};

const isSame = (a: SavedSession | null, b: SavedSession | null) =>
  a?.token === b?.token && isSameUser(a?.user, b?.user);

const isSameUser = (a: SessionUser | undefined, b: SessionUser | undefined) =>
  a === b || (a?.uid === b?.uid && a?.name === b?.name && a?.email === b?.email && a?.photoURL === b?.photoURL);

/** Undefined when storage is blocked: the session then lasts as long as the page. */
function read(): SavedSession | null | undefined {
  try {
    const token = localStorage.getItem(tokenKey);
    const user = parseUser(localStorage.getItem(userKey));
    return token && user ? { user, token } : null;
  } catch {
    return undefined;
  }
}

function write(session: SavedSession | null) {
  try {
    if (session) {
      const { uid, email, name, photoURL } = session.user;
      localStorage.setItem(userKey, JSON.stringify({ uid, email, displayName: name, photoURL }));
      localStorage.setItem(tokenKey, session.token);
    } else {
      localStorage.removeItem(tokenKey);
      localStorage.removeItem(userKey);
    }
  } catch {
    // Storage is blocked: see `read`.
  }
}

export function parseUser(json: string | null): SessionUser | undefined {
  const value: unknown = json === null ? undefined : parseJson(json);
  if (typeof value !== 'object' || value === null || !('uid' in value) || typeof value.uid !== 'string')
    return undefined;
  const text = (key: string) => {
    const field: unknown = Reflect.get(value, key);
    return typeof field === 'string' ? field : null;
  };
  return { uid: value.uid, name: text('displayName') ?? '', email: text('email'), photoURL: text('photoURL') };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Another tab may have signed in or out, or renewed the token. */
function reread() {
  const stored = read();
  if (stored !== undefined && !isSame(store.get(), stored)) store.set(stored);
}

// A null key means that the whole storage was cleared.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === tokenKey || key === null) reread();
});
// A page restored from the back/forward cache has missed storage events.
globalThis.addEventListener?.('pageshow', reread);
