import { randomUUID } from 'node:crypto';
import type { Origin } from '../core/observer.ts';
import type { LiveServer } from './connection.ts';
import { createContinuity } from './continuity.ts';
import type { Addressed } from './rooms.ts';

/** Delivers messages in one process. */
export interface Deliverer {
  deliver(addressed: readonly Addressed[], origin?: Origin): void;
  /** Makes browsers refetch, because they have missed messages. */
  requestRefetch(): void;
}

const heartbeatMs = 5_000;

/**
 * Connects the gateways of other processes through the Socket.IO adapter. Lost deliveries are repaired within five
 * seconds of the next successful one: the other gateways detect the gap and make their browsers refetch.
 */
export function joinOtherGateways(io: LiveServer, local: Deliverer | undefined): Deliverer & { leave(): void } {
  const from = randomUUID();
  let number = 0;
  const send = (addressed: readonly Addressed[], origin?: Origin) =>
    io.serverSideEmit('deliver', { from, number, addressed, ...(origin && { origin }) });
  const heartbeat = setInterval(() => number > 0 && send([]), heartbeatMs).unref();

  if (local) {
    const continues = createContinuity();
    io.on('deliver', (delivery) => {
      if (!continues(delivery)) local.requestRefetch();
      local.deliver(delivery.addressed, delivery.origin);
    });
  }
  return {
    deliver(addressed, origin) {
      number += 1;
      send(addressed, origin);
    },
    requestRefetch() {
      // The other gateways detect the skipped number as a lost delivery.
      number += 1;
    },
    leave() {
      clearInterval(heartbeat);
      // Lets the others detect a loss of the last delivery.
      if (number > 0) send([]);
      io.removeAllListeners('deliver');
    },
  };
}
