import type { EventLog } from '../../server/core/event-log.ts';

/** Binds the methods of a log, so that a test can spread them into an object and replace some. */
export const bindMethods = (log: EventLog): EventLog => ({
  append: log.append.bind(log),
  readStream: log.readStream.bind(log),
  readAll: log.readAll.bind(log),
  subscribe: log.subscribe.bind(log),
  head: log.head.bind(log),
  writeFailure: log.writeFailure.bind(log),
  close: log.close.bind(log),
});
