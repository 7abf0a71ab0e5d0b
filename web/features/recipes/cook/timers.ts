/** A kitchen timer. It ends at a point in time, so it runs on while the page is closed. */
export interface Timer {
  /** Of the duration in the text that started it: each has at most one timer. */
  readonly id: string;
  readonly recipeId: string;
  /** What it is for: "Eggs". */
  readonly label: string;
  /** All of its time in ms, with what was added. */
  readonly durationMs: number;
  /** ms since the epoch; undefined while it is paused. */
  readonly endsAt?: number;
  /** The rest in ms while it is paused. */
  readonly pausedMs?: number;
}

export type Timers = readonly Timer[];

/** More are not watched over by one cook. */
export const maxTimers = 20;
const maxMs = 48 * 60 * 60 * 1_000;
const minuteMs = 60_000;

export interface NewTimer {
  readonly id: string;
  readonly recipeId: string;
  readonly label: string;
  readonly seconds: number;
}

/** A timer that runs already runs on. */
export function started(timers: Timers, { seconds, ...timer }: NewTimer, now: number): Timers {
  if (timers.length >= maxTimers || timers.some(({ id }) => id === timer.id)) return timers;
  return [...timers, { ...timer, durationMs: seconds * 1_000, endsAt: now + seconds * 1_000 }];
}

export const remainingMs = ({ endsAt, pausedMs = 0 }: Timer, now: number): number =>
  endsAt === undefined ? pausedMs : Math.max(0, endsAt - now);

export const isPaused = ({ endsAt }: Timer): boolean => endsAt === undefined;

/** Whether its time is over, and nobody has stopped it. */
export const isRinging = (timer: Timer, now: number): boolean => !isPaused(timer) && remainingMs(timer, now) === 0;

const changed = (timers: Timers, id: string, change: (timer: Timer) => Timer): Timers =>
  timers.map((timer) => (timer.id === id ? change(timer) : timer));

export const paused = (timers: Timers, id: string, now: number): Timers =>
  changed(timers, id, (timer) => {
    const { endsAt, ...rest } = timer;
    return isRinging(timer, now) || isPaused(timer) ? timer : { ...rest, pausedMs: remainingMs(timer, now) };
  });

export const resumed = (timers: Timers, id: string, now: number): Timers =>
  changed(timers, id, (timer) => {
    const { pausedMs, ...rest } = timer;
    return pausedMs === undefined ? timer : { ...rest, endsAt: now + pausedMs };
  });

/** Also starts a timer again that rings. */
export const withMinute = (timers: Timers, id: string, now: number): Timers =>
  changed(timers, id, (timer) => {
    const remaining = remainingMs(timer, now) + minuteMs;
    if (remaining > maxMs) return timer;
    const durationMs = Math.max(remaining, timer.durationMs + minuteMs);
    return isPaused(timer)
      ? { ...timer, durationMs, pausedMs: remaining }
      : { ...timer, durationMs, endsAt: now + remaining };
  });

export const stopped = (timers: Timers, id: string): Timers => timers.filter((timer) => timer.id !== id);

/** The next time at which a timer rings; undefined if none runs. */
export function nextEnd(timers: Timers, now: number): number | undefined {
  const ends = timers.flatMap(({ endsAt }) => (endsAt !== undefined && endsAt > now ? [endsAt] : []));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** "4:10", "1:04:10". Rounded up, so that 0:00 is the end. */
export function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** "Pork is done", "Eggs are done". */
export const doneText = (label: string): string => (/[^su]s$/i.test(label) ? `${label} are done` : `${label} is done`);

/** Reads stored timers. Those that rang long ago are of no use. */
export function timersFrom(stored: unknown, now: number): Timers {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter(isTimer)
    .filter(({ endsAt = now }) => now - endsAt < maxRingingAgoMs)
    .slice(0, maxTimers);
}

const maxRingingAgoMs = 12 * 60 * 60 * 1_000;

function isTimer(stored: unknown): stored is Timer {
  if (typeof stored !== 'object' || stored === null) return false;
  const { id, recipeId, label, durationMs, endsAt, pausedMs } = stored as Partial<Record<keyof Timer, unknown>>;
  const hasTexts = [id, recipeId, label].every((each) => typeof each === 'string');
  const times = [durationMs, endsAt ?? pausedMs];
  return hasTexts && times.every((each) => typeof each === 'number' && Number.isFinite(each));
}
