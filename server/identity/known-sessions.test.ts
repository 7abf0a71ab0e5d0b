import { beforeEach, describe, expect, test, vi } from 'vitest';
import { IdentityUnavailable, type User } from './identity.ts';
import { createKnownSessions } from './known-sessions.ts';

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const token = (name: string): string => `e30.${name}.`;

/** The identity service: accounts count from 0 on unless the test says otherwise. */
const service = { isAway: false, validSince: new Map<string, number>(), asked: [] as string[][] };
let warnings: string[];
let sessions: ReturnType<typeof createKnownSessions>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(1_000); // A process has been running before its first request.
  Object.assign(service, { isAway: false, validSince: new Map(), asked: [] });
  warnings = [];
  sessions = createKnownSessions({
    verifyOnce: async (asked): Promise<User> => {
      if (service.isAway) throw new IdentityUnavailable('away');
      const uid = asked.split('.')[1]?.split('-')[0] ?? '';
      return { uid, expiresAt: Date.now() + 3_600_000, signedInAt: asked.includes('new') ? 3_000 : 1_000 };
    },
    validSince: async (uids) => {
      service.asked.push([...uids]);
      if (service.isAway) throw new IdentityUnavailable('away');
      return new Map(uids.filter((uid) => uid !== 'deleted').map((uid) => [uid, service.validSince.get(uid) ?? 0]));
    },
    warn: (line) => void warnings.push(line),
  });
  return () => {
    sessions.close();
    vi.useRealTimers();
  };
});

/** A socket in the name of `ann` with the token `ann-1`; the session of `ann-new` began after all others. */
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
  test('is out within five seconds, its socket and its requests', async () => {
    const [ann, ben] = [await connect('ann-1'), await connect('ben-1')];
    await sessions.verify(token('ann-2'));
    endSessionsOf('ann');
    await seconds(5);
    expect([ann.ended, ben.ended]).toEqual([1, 0]);
    expect(['ann-1', 'ann-2', 'ben-1'].map((name) => sessions.cached(token(name))?.uid)).toEqual([
      undefined,
      undefined,
      'ben',
    ]);
  });

  test('is out at once when it is known that something has changed', async () => {
    const [ann, ben] = [await connect('ann-1'), await connect('ben-1')];
    for (const uid of ['ann', 'ben']) endSessionsOf(uid);
    sessions.recheck('ann');
    await seconds(0);
    expect([ann.ended, ben.ended]).toEqual([1, 0]);
    sessions.recheck();
    await seconds(0);
    expect(ben.ended).toBe(1);
  });

  test.each([
    ['old', 'new'],
    ['new', 'old'],
  ])('is out, and a later one stays (%s, then %s)', async (first, second) => {
    const sockets = { [first]: await connect(`ann-${first}`), [second]: await connect(`ann-${second}`) };
    endSessionsOf('ann');
    await seconds(5);
    expect([sockets.old?.ended, sockets.new?.ended]).toEqual([1, 0]);
    expect(sessions.cached(token('ann-old'))).toBeUndefined();
    expect(sessions.cached(token('ann-new'))?.uid).toBe('ann');
  });

  test('is out with an account that is not there any more', async () => {
    const gone = await connect('deleted-1');
    await seconds(5);
    expect(gone.ended).toBe(1);
    expect(sessions.cached(token('deleted-1'))).toBeUndefined();
  });

  test('is out although only its socket is left of it', async () => {
    const ann = await connect('ann-1');
    sessions.recheck('ann');
    await seconds(5);
    expect(ann.ended).toBe(0);
    endSessionsOf('ann');
    await seconds(5);
    expect(ann.ended).toBe(1);
  });

  test('is not accepted until it is known whether it was ended, once something has changed', async () => {
    await sessions.verify(token('ann-1'));
    await sessions.verify(token('ben-1'));
    service.isAway = true;
    sessions.recheck('ann');
    expect(sessions.cached(token('ann-1'))).toBeUndefined();
    await expect(sessions.verify(token('ann-1'))).rejects.toThrow(IdentityUnavailable);
    expect(sessions.cached(token('ben-1'))?.uid).toBe('ben');
  });

  test('is out although its socket comes only after its token was forgotten', async () => {
    const user = await sessions.verify(token('ann-1'));
    endSessionsOf('ann');
    sessions.recheck('ann');
    await seconds(0);
    const onEnded = vi.fn();
    sessions.watch(token('ann-1'), user, onEnded);
    await seconds(0);
    expect(onEnded).toHaveBeenCalledOnce();
  });

  test('ends nothing of a socket that has left or signed in anew, and nothing twice', async () => {
    const left = await connect('ann-1');
    left.leave();
    const stays = await connect('ann-1');
    endSessionsOf('ann');
    await seconds(30);
    expect([left.ended, stays.ended]).toEqual([0, 1]);
  });
});

describe('the session that changes its account', () => {
  test('stays for a minute, in which it signs in again', async () => {
    const [own, other] = [await connect('ann-1'), await connect('ann-2')];
    sessions.keep(token('ann-1'));
    endSessionsOf('ann');
    sessions.recheck('ann');
    await seconds(50);
    expect([own.ended, other.ended]).toEqual([0, 1]);
    expect(sessions.cached(token('ann-1'))?.uid).toBe('ann');
    await seconds(15);
    expect(own.ended).toBe(1);
    expect(sessions.cached(token('ann-1'))).toBeUndefined();
  });

  test('ends with the account', async () => {
    const own = await connect('ann-1');
    sessions.keep(token('ann-1'));
    service.validSince.set('ann', Number.POSITIVE_INFINITY);
    sessions.recheck('ann');
    await seconds(0);
    expect(own.ended).toBe(1);
    expect(sessions.cached(token('ann-1'))).toBeUndefined();
  });
});

describe('while the identity service is away', () => {
  test('nobody is signed out, it is asked ever less often, and the operator is told once', async () => {
    const ann = await connect('ann-1');
    service.isAway = true;
    await seconds(1_800);
    expect(ann.ended).toBe(0);
    expect(sessions.cached(token('ann-1'))?.uid).toBe('ann');
    expect(service.asked.length).toBeGreaterThan(50);
    expect(service.asked.length).toBeLessThan(140);
    expect(warnings).toHaveLength(1);
  });

  test('what was ended meanwhile is out within half a minute of its return', async () => {
    const ann = await connect('ann-1');
    service.isAway = true;
    await seconds(600);
    endSessionsOf('ann');
    service.isAway = false;
    await seconds(31);
    expect(ann.ended).toBe(1);
    const ben = await connect('ben-1');
    endSessionsOf('ben');
    await seconds(5);
    expect(ben.ended).toBe(1);
  });
});

describe('what the checks cost', () => {
  test('nothing while nobody is there, and one call for a hundred users', async () => {
    await seconds(60);
    expect(service.asked).toEqual([]);
    for (let n = 0; n < 250; n++) await sessions.verify(token(`user${n}-1`));
    await seconds(2.5);
    expect(service.asked.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(new Set(service.asked.flat()).size).toBe(250);
  });

  test('of who was not seen for a minute, nothing; of who has a socket, for as long as it is open', async () => {
    await sessions.verify(token('ann-1'));
    const ben = await connect('ben-1');
    await seconds(70);
    service.asked.length = 0;
    await seconds(2.5);
    expect(service.asked).toEqual([['ben']]);
    // What is checked all the time is accepted without another verification.
    expect(sessions.cached(token('ben-1'))?.uid).toBe('ben');
    ben.leave();
    await seconds(70);
    service.asked.length = 0;
    await seconds(5);
    expect(service.asked).toEqual([]);
  });

  test('no more than ten calls at a time', async () => {
    sessions.close();
    const answers = Promise.withResolvers<ReadonlyMap<string, number>>();
    let calls = 0;
    sessions = createKnownSessions({
      verifyOnce: async (asked) => ({ uid: asked, expiresAt: Date.now() + 3_600_000, signedInAt: 1_000 }),
      validSince: () => {
        calls += 1;
        return answers.promise;
      },
      warn: () => undefined,
    });
    for (let n = 0; n < 1_500; n++) await sessions.verify(token(`user${n}`));
    sessions.recheck();
    sessions.recheck();
    await seconds(3);
    expect(calls).toBe(10);
    answers.resolve(new Map());
  });
});

test('a watched token that expires ends within a second', async () => {
  const ann = await connect('ann-1');
  await seconds(3_599);
  expect(ann.ended).toBe(0);
  await seconds(2);
  expect(ann.ended).toBe(1);
});

test('nothing is asked and nobody is signed out after the end', async () => {
  const ann = await connect('ann-1');
  sessions.close();
  endSessionsOf('ann');
  sessions.recheck('ann');
  await seconds(7_200);
  expect([service.asked, ann.ended]).toEqual([[], 0]);
});
