import { isDeepStrictEqual } from 'node:util';
import type { EventLog, NewEvent } from '../../server/core/event-log.ts';
import { bindMethods } from './bound-log.ts';

/** Freezes a value with everything that it contains. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part);
  return value;
}

/**
 * A log that rejects events that JSON cannot represent, and freezes the others. Subscribers to the embedded log get the
 * appended objects themselves: a later change to one would make it differ from the event in the file.
 */
export function strict(log: EventLog): EventLog {
  const checkAndFreeze = (event: NewEvent) => {
    if (isDeepStrictEqual(event, JSON.parse(JSON.stringify(event)))) return deepFreeze(event);
    throw new TypeError(`JSON cannot represent ${event.type}: ${JSON.stringify(event)}`);
  };
  return {
    ...bindMethods(log),
    append: (stream, events, expected) => log.append(stream, events.map(checkAndFreeze), expected),
  };
}
