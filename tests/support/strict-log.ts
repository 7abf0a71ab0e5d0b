import { isDeepStrictEqual } from 'node:util';
import type { EventLog, NewEvent } from '../../server/core/event-log.ts';
import { bound } from './bound-log.ts';

/** Freezes a value and all that is in it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

/**
 * A log that refuses an event which JSON cannot tell, and freezes the others. Who follows the embedded log is handed the
 * objects that were appended: one that was changed later would differ from the event in the file.
 */
export function strict(log: EventLog): EventLog {
  const check = (event: NewEvent) => {
    if (isDeepStrictEqual(event, JSON.parse(JSON.stringify(event)))) return frozen(event);
    throw new TypeError(`JSON cannot tell all of the ${event.type}: ${JSON.stringify(event)}`);
  };
  return {
    ...bound(log),
    append: (stream, events, expected) => log.append(stream, events.map(check), expected),
  };
}
