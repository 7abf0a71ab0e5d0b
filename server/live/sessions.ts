import { growingPause } from '../core/timing/growing-pause.ts';
import type { User } from '../identity/identity.ts';
import type { Audience, Seat } from './audience.ts';
import { listRoom, planRoom, userRoom } from './rooms.ts';
import { judge, type TokenVerifier, type Verdict } from './sign-in.ts';

export interface SessionsOptions {
  readonly identity: TokenVerifier;
  readonly listIdOf: (uid: string) => string;
  readonly planIdOf: (uid: string) => string;
  readonly audience: Audience;
}

export interface Sessions {
  /** What the token of a handshake proves, within 2 s; undefined for a visitor, who has none. */
  judge(token: unknown): Promise<Verdict | undefined>;
  /** Puts somebody who has connected into the rooms that his token gives him a right to. */
  begin(seat: Seat, token: unknown, verdict: Verdict | undefined): void;
  /** Answers the `authenticate` of a seat: whether it is in the rooms of a user now. */
  authenticate(seat: Seat, token: unknown): Promise<boolean>;
  /** The connection has closed. */
  leave(seat: Seat): void;
  close(): void;
}

type Attempt = { readonly token: string; readonly tries: number };

const handshakePatienceMs = 2_000;
const patienceMs = 10_000;
/** Of one seat in ten seconds; a browser has something new to say once in an hour. */
const mostAuthentications = 5;
const authenticationsMs = 10_000;
/** With pauses that grow to 30 s: one to two minutes, in which an identity service starts or comes back. */
const mostTries = 8;

/**
 * Who is in which rooms. Rooms are joined here only, after the token was verified, and left when its session ends. A token
 * that cannot be verified now (the identity service is starting, or away) is tried again in the background.
 */
export function createSessions({ identity, listIdOf, planIdOf, audience }: SessionsOptions): Sessions {
  /** The newest attempt of a seat; an older one that ends later changes nothing any more. */
  const attempts = new Map<Seat, Attempt>();
  const asked = new Map<Seat, number>();
  const forgetAsked = setInterval(() => asked.clear(), authenticationsMs).unref();
  /** Stops the watch over the token of a seat. */
  const watches = new Map<Seat, () => void>();

  const stopWatching = (seat: Seat) => {
    watches.get(seat)?.();
    watches.delete(seat);
  };

  const enter = (seat: Seat, token: string, user: User) => {
    const { uid } = user;
    stopWatching(seat);
    const rooms = [userRoom(uid), listRoom(listIdOf(uid)), planRoom(planIdOf(uid))];
    if (audience.signIn(seat, { uid, rooms }))
      watches.set(
        seat,
        identity.watch(token, user, () => signOut(seat)),
      );
  };

  const becomeVisitor = (seat: Seat) => {
    stopWatching(seat);
    audience.signOut(seat);
  };

  const signOut = (seat: Seat) => {
    becomeVisitor(seat);
    seat.socket.emit('signedOut');
  };

  const tryLater = (seat: Seat, attempt: Attempt) => {
    if (attempt.tries >= mostTries) {
      attempts.delete(seat);
      signOut(seat);
      return;
    }
    attempts.set(seat, attempt);
    const again = async () => {
      if (attempts.get(seat) !== attempt) return;
      const verdict = await judge(identity, attempt.token, patienceMs);
      if (attempts.get(seat) !== attempt) return;
      if (verdict.kind === 'unknown') return tryLater(seat, { ...attempt, tries: attempt.tries + 1 });
      attempts.delete(seat);
      if (verdict.kind === 'bad') return signOut(seat);
      enter(seat, attempt.token, verdict.user);
      seat.socket.emit('missed');
    };
    setTimeout(() => void again(), growingPause(attempt.tries, 1_000, 30_000)).unref();
  };

  return {
    async judge(token) {
      return typeof token === 'string' ? await judge(identity, token, handshakePatienceMs) : undefined;
    },
    begin(seat, token, verdict) {
      if (verdict === undefined || typeof token !== 'string') return;
      if (verdict.kind === 'good') enter(seat, token, verdict.user);
      else if (verdict.kind === 'bad') seat.socket.emit('signedOut');
      else tryLater(seat, { token, tries: 0 });
    },
    async authenticate(seat, token) {
      if (typeof token !== 'string') {
        attempts.delete(seat);
        becomeVisitor(seat);
        return false;
      }
      const times = (asked.get(seat) ?? 0) + 1;
      asked.set(seat, times);
      if (times > mostAuthentications) return false;
      const attempt = { token, tries: 0 };
      attempts.set(seat, attempt);
      const verdict = await judge(identity, token, patienceMs);
      if (attempts.get(seat) !== attempt || !seat.socket.connected) return false;
      attempts.delete(seat);
      if (verdict.kind === 'good') {
        const before = seat.session?.uid;
        enter(seat, token, verdict.user);
        if (before !== verdict.user.uid) seat.socket.emit('missed');
        return true;
      }
      becomeVisitor(seat);
      if (verdict.kind === 'unknown') tryLater(seat, attempt);
      return false;
    },
    leave(seat) {
      attempts.delete(seat);
      asked.delete(seat);
      stopWatching(seat);
    },
    close() {
      clearInterval(forgetAsked);
      attempts.clear();
      for (const stop of watches.values()) stop();
      watches.clear();
    },
  };
}
