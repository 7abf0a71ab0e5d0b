import type { NewEvent } from '../core/event-log.ts';
import type { Folded } from './aggregate.ts';
import { keyOf } from './recorded-commands.ts';
import type { Task } from './task.ts';

/** Tasks that were decided in sequence, and their events. */
export interface Decided {
  readonly tasks: readonly Task[];
  readonly events: readonly NewEvent[];
  /** Number of the tasks that are folded into the state already, so that the next one could be decided. */
  readonly foldedTasks: number;
}

export const noDecisions: Decided = { tasks: [], events: [], foldedTasks: 0 };

/** Folding or presenting a task's events failed: a bug in the program, which affects this task alone. */
export class NotFolded extends Error {
  readonly task: Task;

  constructor(task: Task, options: { readonly cause: unknown }) {
    super('The events of a command cannot be folded or presented', options);
    this.name = 'NotFolded';
    this.task = task;
  }
}

/**
 * Decides tasks in order, up to the first that is refused, changes nothing or was carried out before. The caller must
 * have checked that the first task was not carried out before.
 * @throws NotFolded
 */
export function decideTogether(folded: Folded<unknown>, tasks: readonly Task[]): Decided {
  const at = timeNow();
  const accepted: Task[] = [];
  const events: NewEvent[] = [];
  let foldedTasks = 0;
  for (const task of tasks) {
    const last = accepted.at(-1);
    if (last) {
      const key = keyOf(task);
      if (folded.commands.compare(task) !== 'new' || accepted.some((other) => keyOf(other) === key)) break;
      foldInto(folded, last);
      foldedTasks++;
    }
    const decided = decideOrNothing(() => task.decide(folded, at));
    if (decided.length === 0) break;
    accepted.push(task);
    events.push(...decided);
  }
  return { tasks: accepted, events, foldedTasks };
}

let lastTime = { ms: Number.NaN, time: '' };

/** ISO 8601, UTC. Cached, because a busy process calls it many times within a millisecond. */
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

/** A task that throws here comes first in the next group, where its error rejects it alone. */
function decideOrNothing(decide: () => readonly NewEvent[]): readonly NewEvent[] {
  try {
    return decide();
  } catch {
    return [];
  }
}
