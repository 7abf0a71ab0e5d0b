import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parseUser, type SavedSession } from './saved-session.ts';

test('reads the user that was saved', () => {
  const saved = JSON.stringify({ uid: 'u1', email: 'mia@example.org', displayName: 'Mia', photoURL: null });
  expect(parseUser(saved)).toEqual({ uid: 'u1', email: 'mia@example.org', name: 'Mia', photoURL: null });
});

test('requires only the uid of a user', () => {
  expect(parseUser('{"uid":"u1"}')).toEqual({ uid: 'u1', email: null, name: '', photoURL: null });
});

test.each([null, '', 'null', '"u1"', '{}', '{"uid":7}', '{"uid":'])('reads no user from %j', (json) => {
  expect(parseUser(json)).toBeUndefined();
});

describe('the saved session', () => {
  const mia = { uid: 'u1', email: 'mia@example.org', name: 'Mia', photoURL: null };
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const listeners = new Map<string, (event: { key: string | null }) => void>();
  const openPage = async () => {
    vi.resetModules();
    return (await import('./saved-session.ts')).savedSession;
  };
  /** Makes a change as another tab does, and dispatches its storage event here. */
  const changeElsewhere = (change: () => void, key: string | null) => {
    change();
    listeners.get('storage')?.({ key });
  };

  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  });

  test('survives a reload until it is removed', async () => {
    const before = await openPage();
    expect(before.get()).toBeNull();
    before.set({ user: mia, token: 't1' });
    const after = await openPage();
    expect(after.get()).toEqual({ user: mia, token: 't1' });
    after.set(null);
    expect(stored.size).toBe(0);
    expect((await openPage()).get()).toBeNull();
  });

  test('notifies subscribers when any part of it changes, and only then', async () => {
    const saved = await openPage();
    const session = (changed: object = {}, token = 't1'): SavedSession => ({ user: { ...mia, ...changed }, token });
    saved.set(session());
    const listener = vi.fn();
    saved.subscribe(listener);
    saved.set(session());
    expect(listener).not.toHaveBeenCalled();
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
      expect(listener).toHaveBeenCalledTimes(2 * n + 1);
      expect(saved.get()).toEqual(other);
      saved.set(session());
    }
  });

  test('is incomplete with only the token or only the user', async () => {
    expect((await openPage()).isIncomplete()).toBe(false);
    stored.set('token', 't1');
    expect((await openPage()).get()).toBeNull();
    expect((await openPage()).isIncomplete()).toBe(true);
    stored.clear();
    stored.set('user', '{"uid":"u1"}');
    expect((await openPage()).get()).toBeNull();
    expect((await openPage()).isIncomplete()).toBe(true);
    stored.set('token', 't1');
    expect((await openPage()).isIncomplete()).toBe(false);
  });

  test('follows changes in another tab', async () => {
    const saved = await openPage();
    const signIn = (token: string) => {
      stored.set('user', '{"uid":"u2"}');
      stored.set('token', token);
    };
    changeElsewhere(() => signIn('t2'), 'user');
    expect(saved.get()).toBeNull(); // The session is complete only with the token.
    changeElsewhere(() => signIn('t2'), 'token');
    expect(saved.get()).toMatchObject({ user: { uid: 'u2' }, token: 't2' });
    signIn('t3');
    listeners.get('pageshow')?.({ key: null });
    expect(saved.get()?.token).toBe('t3');
    changeElsewhere(() => stored.clear(), null);
    expect(saved.get()).toBeNull();
  });

  test('lasts as long as the page when storage is blocked', async () => {
    vi.stubGlobal('localStorage', undefined);
    const saved = await openPage();
    expect([saved.get(), saved.isIncomplete()]).toEqual([null, false]);
    saved.set({ user: mia, token: 't1' });
    listeners.get('pageshow')?.({ key: null });
    expect(saved.get()).toEqual({ user: mia, token: 't1' });
  });
});
