import { beforeEach, describe, expect, test, vi } from 'vitest';
import { IdentityUnavailable, type User } from './identity.ts';
import { createKnownSessions } from './known-sessions.ts';

const advanceSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const token = (name: string): string => `e30.${name}.`;

/** The identity service: sessions are valid since 0 unless the test sets another time. */
const service = { isDown: false, validSince: new Map<string, number>(), requests: [] as string[][] };
let warnings: string[];
let sessions: ReturnType<typeof createKnownSessions>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(1_000); // A process has been running before its first request.
  Object.assign(service, { isDown: false, validSince: new Map(), requests: [] });
  warnings = [];
  sessions = createKnownSessions({
    verifyOnce: async (verified): Promise<User> => {
      if (service.isDown) throw new IdentityUnavailable('away');
      const uid = verified.split('.')[1]?.split('-')[0] ?? '';
      return { uid, expiresAt: Date.now() + 3_600_000, signedInAt: verified.includes('new') ? 3_000 : 1_000 };
    },
    validSince: async (uids) => {
      service.requests.push([...uids]);
      if (service.isDown) throw new IdentityUnavailable('away');
      return new Map(uids.filter((uid) => uid !== 'deleted').map((uid) => [uid, service.validSince.get(uid) ?? 0]));
    },
    warn: (line) => void warnings.push(line),
  });
  return () => {
    sessions.close();
    vi.useRealTimers();
  };
});

/** `connect('ann-1')` is a socket of `ann` with that token; the session of `ann-new` started after all others. */
async function connect(name: string) {
  const socket = { ended: 0, leave: () => {} };
  const user = await sessions.verify(token(name));
  socket.leave = sessions.watch(token(name), user, () => {
    socket.ended += 1;
  });
  return socket;
}

const endSessionsOf = (uid: string) => service.validSince.set(uid, 2_000);

describe('a session that was ended elsewhere', () => {
  test('ends its socket and its requests within five seconds', async () => {
    const [ann, ben] = [await connect('ann-1'), await connect('ben-1')];
    await sessions.verify(token('ann-2'));
    endSessionsOf('ann');
    await advanceSeconds(5);
    expect([ann.ended, ben.ended]).toEqual([1, 0]);
    expect(['ann-1', 'ann-2', 'ben-1'].map((name) => sessions.cached(token(name))?.uid)).toEqual([
      undefined,
      undefined,
      'ben',
    ]);
  });

  test('ends immediately after a recheck', async () => {
    const [ann, ben] = [await connect('ann-1'), await connect('ben-1')];
    for (const uid of ['ann', 'ben']) endSessionsOf(uid);
    sessions.recheckSessions('ann');
    await advanceSeconds(0);
    expect([ann.ended, ben.ended]).toEqual([1, 0]);
    sessions.recheckSessions();
    await advanceSeconds(0);
    expect(ben.ended).toBe(1);
  });

  test.each([
    ['old', 'new'],
    ['new', 'old'],
  ])('ends while a later session stays (%s, then %s)', async (first, second) => {
    const sockets = { [first]: await connect(`ann-${first}`), [second]: await connect(`ann-${second}`) };
    endSessionsOf('ann');
    await advanceSeconds(5);
    expect([sockets.old?.ended, sockets.new?.ended]).toEqual([1, 0]);
    expect(sessions.cached(token('ann-old'))).toBeUndefined();
    expect(sessions.cached(token('ann-new'))?.uid).toBe('ann');
  });

  test('ends with a deleted account', async () => {
    const gone = await connect('deleted-1');
    await advanceSeconds(5);
    expect(gone.ended).toBe(1);
    expect(sessions.cached(token('deleted-1'))).toBeUndefined();
  });

  test('ends when only its socket is left', async () => {
    const ann = await connect('ann-1');
    sessions.recheckSessions('ann');
    await advanceSeconds(5);
    expect(ann.ended).toBe(0);
    endSessionsOf('ann');
    await advanceSeconds(5);
    expect(ann.ended).toBe(1);
  });

  test('is refused after a recheck until its account has been checked', async () => {
    await sessions.verify(token('ann-1'));
    await sessions.verify(token('ben-1'));
    service.isDown = true;
    sessions.recheckSessions('ann');
    expect(sessions.cached(token('ann-1'))).toBeUndefined();
    await expect(sessions.verify(token('ann-1'))).rejects.toThrow(IdentityUnavailable);
    expect(sessions.cached(token('ben-1'))?.uid).toBe('ben');
  });

  test('ends when its socket connects after its token was removed', async () => {
    const user = await sessions.verify(token('ann-1'));
    endSessionsOf('ann');
    sessions.recheckSessions('ann');
    await advanceSeconds(0);
    const onEnded = vi.fn();
    sessions.watch(token('ann-1'), user, onEnded);
    await advanceSeconds(0);
    expect(onEnded).toHaveBeenCalledOnce();
  });

  test('ends each socket once, and none that has left', async () => {
    const left = await connect('ann-1');
    left.leave();
    const stays = await connect('ann-1');
    endSessionsOf('ann');
    await advanceSeconds(30);
    expect([left.ended, stays.ended]).toEqual([0, 1]);
  });
});

describe('the session that changes its account', () => {
  test('stays for a minute to sign in again', async () => {
    const [own, other] = [await connect('ann-1'), await connect('ann-2')];
    sessions.keepSession(token('ann-1'));
    endSessionsOf('ann');
    sessions.recheckSessions('ann');
    await advanceSeconds(50);
    expect([own.ended, other.ended]).toEqual([0, 1]);
    expect(sessions.cached(token('ann-1'))?.uid).toBe('ann');
    await advanceSeconds(15);
    expect(own.ended).toBe(1);
    expect(sessions.cached(token('ann-1'))).toBeUndefined();
  });

  test('ends with the next change by another session', async () => {
    const [own, later] = [await connect('ann-1'), await connect('ann-new')];
    sessions.keepSession(token('ann-1'));
    endSessionsOf('ann');
    sessions.recheckSessions('ann');
    await advanceSeconds(5);
    expect(own.ended).toBe(0);
    service.validSince.set('ann', 2_500);
    await advanceSeconds(5);
    expect([own.ended, later.ended]).toEqual([1, 0]);
    expect(sessions.cached(token('ann-1'))).toBeUndefined();
  });

  test('stays for a minute after a second change of its own', async () => {
    const own = await connect('ann-1');
    for (const since of [2_000, 2_500]) {
      sessions.keepSession(token('ann-1'));
      service.validSince.set('ann', since);
      sessions.recheckSessions('ann');
      await advanceSeconds(50);
    }
    expect(own.ended).toBe(0);
  });

  test('ends with the account', async () => {
    const own = await connect('ann-1');
    sessions.keepSession(token('ann-1'));
    service.validSince.set('ann', Number.POSITIVE_INFINITY);
    sessions.recheckSessions('ann');
    await advanceSeconds(0);
    expect(own.ended).toBe(1);
    expect(sessions.cached(token('ann-1'))).toBeUndefined();
  });
});

describe('during an outage of the identity service', () => {
  test('signs nobody out, retries with growing pauses and warns once', async () => {
    const ann = await connect('ann-1');
    service.isDown = true;
    await advanceSeconds(1_800);
    expect(ann.ended).toBe(0);
    expect(sessions.cached(token('ann-1'))?.uid).toBe('ann');
    expect(service.requests.length).toBeGreaterThan(50);
    expect(service.requests.length).toBeLessThan(140);
    expect(warnings).toHaveLength(1);
  });

  test('ends sessions that were ended meanwhile within half a minute of its recovery', async () => {
    const ann = await connect('ann-1');
    service.isDown = true;
    await advanceSeconds(600);
    endSessionsOf('ann');
    service.isDown = false;
    await advanceSeconds(31);
    expect(ann.ended).toBe(1);
    const ben = await connect('ben-1');
    endSessionsOf('ben');
    await advanceSeconds(5);
    expect(ben.ended).toBe(1);
  });
});

describe('the number of checks', () => {
  test('is zero without users, and one call per hundred users', async () => {
    await advanceSeconds(60);
    expect(service.requests).toEqual([]);
    for (let n = 0; n < 250; n++) await sessions.verify(token(`user${n}-1`));
    await advanceSeconds(2.5);
    expect(service.requests.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(new Set(service.requests.flat()).size).toBe(250);
  });

  test('excludes users idle for a minute, and includes users with a socket while it is open', async () => {
    await sessions.verify(token('ann-1'));
    const ben = await connect('ben-1');
    await advanceSeconds(70);
    service.requests.length = 0;
    await advanceSeconds(2.5);
    expect(service.requests).toEqual([['ben']]);
    // A token whose account is checked periodically is accepted without another verification.
    expect(sessions.cached(token('ben-1'))?.uid).toBe('ben');
    ben.leave();
    await advanceSeconds(70);
    service.requests.length = 0;
    await advanceSeconds(5);
    expect(service.requests).toEqual([]);
  });

  test('is at most ten concurrent calls', async () => {
    sessions.close();
    const answers = Promise.withResolvers<ReadonlyMap<string, number>>();
    let calls = 0;
    sessions = createKnownSessions({
      verifyOnce: async (uid) => ({ uid, expiresAt: Date.now() + 3_600_000, signedInAt: 1_000 }),
      validSince: () => {
        calls += 1;
        return answers.promise;
      },
      warn: () => undefined,
    });
    for (let n = 0; n < 1_500; n++) await sessions.verify(token(`user${n}`));
    sessions.recheckSessions();
    sessions.recheckSessions();
    await advanceSeconds(3);
    expect(calls).toBe(10);
    answers.resolve(new Map());
  });
});

test('ends a watched token within a second of its expiry', async () => {
  const ann = await connect('ann-1');
  await advanceSeconds(3_599);
  expect(ann.ended).toBe(0);
  await advanceSeconds(2);
  expect(ann.ended).toBe(1);
});

test('makes no calls and signs nobody out after it is closed', async () => {
  const ann = await connect('ann-1');
  sessions.close();
  endSessionsOf('ann');
  sessions.recheckSessions('ann');
  await advanceSeconds(7_200);
  expect([service.requests, ann.ended]).toEqual([[], 0]);
});
