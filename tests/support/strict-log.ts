import { isDeepStrictEqual } from 'node:util';
import type { EventLog, NewEvent } from '../../server/event-log/event-log.ts';
import { bound } from './bound-log.ts';

/** The same, and nothing in it can be changed any more. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

/**
 * A log that holds those who append to their word: what they give it is what JSON can tell, and stays as it is. Who
 * follows is handed the very objects, so one that changed later would be another event to who reads it from the file.
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
