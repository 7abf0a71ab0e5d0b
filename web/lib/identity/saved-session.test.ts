import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parseUser, type SavedSession } from './saved-session.ts';

test('reads the user that was saved', () => {
  const saved = JSON.stringify({ uid: 'u1', email: 'mia@example.org', displayName: 'Mia', photoURL: null });
  expect(parseUser(saved)).toEqual({ uid: 'u1', email: 'mia@example.org', name: 'Mia', photoURL: null });
});

test('a user may lack all but the id', () => {
  expect(parseUser('{"uid":"u1"}')).toEqual({ uid: 'u1', email: null, name: '', photoURL: null });
});

test.each([null, '', 'null', '"u1"', '{}', '{"uid":7}', '{"uid":'])('takes %j for nobody', (json) => {
  expect(parseUser(json)).toBeUndefined();
});

describe('in a browser', () => {
  const mia = { uid: 'u1', email: 'mia@example.org', name: 'Mia', photoURL: null };
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const listeners = new Map<string, (event: { key: string | null }) => void>();
  const opened = async () => {
    vi.resetModules();
    return (await import('./saved-session.ts')).savedSession;
  };
  /** What another tab does, and what the browser says of it here. */
  const elsewhere = (change: () => void, key: string | null) => {
    change();
    listeners.get('storage')?.({ key });
  };

  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  });

  test('is there again after a reload, until it is taken away', async () => {
    const before = await opened();
    expect(before.get()).toBeNull();
    before.set({ user: mia, token: 't1' });
    const after = await opened();
    expect(after.get()).toEqual({ user: mia, token: 't1' });
    after.set(null);
    expect(stored.size).toBe(0);
    expect((await opened()).get()).toBeNull();
  });

  test('is told when anything of it changes, and only then', async () => {
    const saved = await opened();
    const session = (changed: object = {}, token = 't1'): SavedSession => ({ user: { ...mia, ...changed }, token });
    saved.set(session());
    const told = vi.fn();
    saved.subscribe(told);
    saved.set(session());
    expect(told).not.toHaveBeenCalled();
    const others = [
      session({ uid: 'u2' }),
      session({ name: 'Mia B.' }),
      session({ email: null }),
      session({ photoURL: '/mia.webp' }),
      session({}, 't2'),
      null,
    ];
    for (const [n, other] of others.entries()) {
      saved.set(other);
      expect(told).toHaveBeenCalledTimes(2 * n + 1);
      expect(saved.get()).toEqual(other);
      saved.set(session());
    }
  });

  test('is not complete with one half of it', async () => {
    expect((await opened()).incomplete()).toBe(false);
    stored.set('token', 't1');
    expect((await opened()).get()).toBeNull();
    expect((await opened()).incomplete()).toBe(true);
    stored.clear();
    stored.set('user', '{"uid":"u1"}');
    expect((await opened()).get()).toBeNull();
    expect((await opened()).incomplete()).toBe(true);
    stored.set('token', 't1');
    expect((await opened()).incomplete()).toBe(false);
  });

  test('follows what another tab does', async () => {
    const saved = await opened();
    const signIn = (token: string) => {
      stored.set('user', '{"uid":"u2"}');
      stored.set('token', token);
    };
    elsewhere(() => signIn('t2'), 'user');
    expect(saved.get()).toBeNull(); // Its other half comes with the token.
    elsewhere(() => signIn('t2'), 'token');
    expect(saved.get()).toMatchObject({ user: { uid: 'u2' }, token: 't2' });
    signIn('t3');
    listeners.get('pageshow')?.({ key: null });
    expect(saved.get()?.token).toBe('t3');
    elsewhere(() => stored.clear(), null);
    expect(saved.get()).toBeNull();
  });

  test('lasts as long as the page where storage is blocked', async () => {
    vi.stubGlobal('localStorage', undefined);
    const saved = await opened();
    expect([saved.get(), saved.incomplete()]).toEqual([null, false]);
    saved.set({ user: mia, token: 't1' });
    listeners.get('pageshow')?.({ key: null });
    expect(saved.get()).toEqual({ user: mia, token: 't1' });
  });
});
