import type { NewEvent } from '../core/event-log.ts';
import type { Folded } from './aggregate.ts';
import { keyOf } from './recorded-commands.ts';
import type { Task } from './task.ts';

/** Tasks that were decided one after the other, and the events that they came to. */
export interface Decided {
  readonly tasks: readonly Task[];
  readonly events: readonly NewEvent[];
  /** How many of them are folded into the state already: all that another was decided on. */
  readonly foldedTasks: number;
}

export const nothing: Decided = { tasks: [], events: [], foldedTasks: 0 };

/** What a task came to cannot be folded or presented: a fault in the program, and of this task alone. */
export class NotFolded extends Error {
  readonly task: Task;

  constructor(task: Task, options: { readonly cause: unknown }) {
    super('What a command came to cannot be folded or presented', options);
    this.name = 'NotFolded';
    this.task = task;
  }
}

/**
 * Decides task after task, up to the first that is refused, changes nothing or was carried out before. The first task was
 * not: the caller has seen to that.
 * @throws NotFolded
 */
export function decideTogether(folded: Folded<unknown>, tasks: readonly Task[]): Decided {
  const at = timeNow();
  const taken: Task[] = [];
  const events: NewEvent[] = [];
  let foldedTasks = 0;
  for (const task of tasks) {
    const last = taken.at(-1);
    if (last) {
      const key = keyOf(task);
      if (folded.commands.compare(task) !== 'new' || taken.some((other) => keyOf(other) === key)) break;
      foldInto(folded, last);
      foldedTasks++;
    }
    const decided = orNothing(() => task.decide(folded, at));
    if (decided.length === 0) break;
    taken.push(task);
    events.push(...decided);
  }
  return { tasks: taken, events, foldedTasks };
}

let lastTime = { ms: Number.NaN, time: '' };

/** ISO 8601, UTC. Kept, because a busy process asks for it many times within a millisecond. */
function timeNow(): string {
  const ms = Date.now();
  if (ms !== lastTime.ms) lastTime = { ms, time: new Date(ms).toISOString() };
  return lastTime.time;
}

/** @throws NotFolded */
export function foldInto(folded: Folded<unknown>, task: Task): void {
  try {
    task.apply(folded);
  } catch (cause) {
    throw new NotFolded(task, { cause });
  }
}

/** A task that fails to be decided comes first the next time, where it fails alone. */
function orNothing(decide: () => readonly NewEvent[]): readonly NewEvent[] {
  try {
    return decide();
  } catch {
    return [];
  }
}
