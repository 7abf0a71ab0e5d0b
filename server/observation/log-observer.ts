import type { Logger } from '../core/logger.ts';
import { causesOf, type Observer } from '../core/observer.ts';

/**
 * Logs each step of a request at level debug: the ids of requests connect the lines, also of several processes. Shows
 * routes and categories, never addresses and streams, which reveal user ids and search terms.
 */
export const logObserver = (logger: Pick<Logger, 'debug'>): Observer => ({
  responded({ requestId, method, route, status, ms }) {
    logger.debug({ requestId, method, route, status, ms }, 'Sent a response');
  },
  appended({ category, events, outcome, ms }) {
    const details = { category, events: events.length, outcome, ms };
    logger.debug({ correlationIds: requestsOf(events), ...details }, 'Appended events');
  },
  applied({ projection, position, events }) {
    const details = { projection, position: position.toString(), events: events.length };
    logger.debug({ correlationIds: requestsOf(events), ...details }, 'Committed a batch');
  },
  pushed({ origin: { projection, causes }, messages, ms }) {
    logger.debug({ correlationIds: distinctIds(causes), projection, messages, ms }, 'Pushed messages');
  },
});

type Causes = Readonly<ReturnType<typeof causesOf>>;

const distinctIds = (causes: Causes): string[] => [...new Set(causes.map(({ correlationId }) => correlationId))];
const requestsOf = (events: Parameters<typeof causesOf>[0]): string[] => distinctIds(causesOf(events));
