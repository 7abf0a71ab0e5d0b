import { createStore } from '../store.ts';

/**
 * Who is signed in, as this browser remembers it: the first paint and the first request need not wait for the identity
 * service, and they work without signal. The identity service confirms or corrects it as soon as it is loaded.
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

  /** Only one half is there, so it cannot say who is signed in. */
  incomplete(): boolean {
    try {
      return !store.get() && (localStorage.getItem(tokenKey) !== null || localStorage.getItem(userKey) !== null);
    } catch {
      return false;
    }
  },

  set(session: SavedSession | null): void {
    if (same(store.get(), session)) return;
    write(session);
    store.set(session);
  },
};

const same = (a: SavedSession | null, b: SavedSession | null) => a?.token === b?.token && sameUser(a?.user, b?.user);

const sameUser = (a: SessionUser | undefined, b: SessionUser | undefined) =>
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
    // As above: without storage there is nothing to remember it in.
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

/** Another tab may have signed in or out, or got a fresh token. */
function readAgain() {
  const stored = read();
  if (stored !== undefined && !same(store.get(), stored)) store.set(stored);
}

// A null key means that the whole storage was cleared.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === tokenKey || key === null) readAgain();
});
// A page that was put aside, and is gone back to, heard of nothing meanwhile.
globalThis.addEventListener?.('pageshow', readAgain);
