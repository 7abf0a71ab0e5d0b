import type { EventLog } from '../../server/core/event-log.ts';

/** A log of which a test replaces some methods: the others can be taken along by `...`. */
export const bound = (log: EventLog): EventLog => ({
  append: log.append.bind(log),
  readStream: log.readStream.bind(log),
  readAll: log.readAll.bind(log),
  subscribe: log.subscribe.bind(log),
  head: log.head.bind(log),
  writeFailure: log.writeFailure.bind(log),
  close: log.close.bind(log),
});
