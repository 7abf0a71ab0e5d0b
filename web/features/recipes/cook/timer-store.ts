import { createDeviceSetting } from '../../../lib/device-setting.ts';
import { type NewTimer, paused, resumed, started, stopped, type Timers, timersFrom, withMinute } from './timers.ts';
import { timersKey } from './timers-key.ts';

/** The timers of this browser: those of all recipes, in all tabs. */
const timers = createDeviceSetting<Timers>(timersKey, (stored) => timersFrom(stored, Date.now()), []);

export const useTimers = timers.use;
export const startTimer = (timer: NewTimer): void => timers.set(started(timers.get(), timer, Date.now()));
export const pauseTimer = (id: string): void => timers.set(paused(timers.get(), id, Date.now()));
export const resumeTimer = (id: string): void => timers.set(resumed(timers.get(), id, Date.now()));
export const addMinute = (id: string): void => timers.set(withMinute(timers.get(), id, Date.now()));
export const stopTimer = (id: string): void => timers.set(stopped(timers.get(), id));
