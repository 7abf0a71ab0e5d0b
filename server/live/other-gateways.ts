import { randomUUID } from 'node:crypto';
import type { Origin } from '../core/observer.ts';
import type { Delivery, LiveServer } from './connection.ts';
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
 * seconds of the next successful one: the other gateways detect the gap and make their browsers refetch. So they do
 * half a minute after the last delivery of a gateway that has sent something and dies.
 */
export function joinOtherGateways(io: LiveServer, local: Deliverer | undefined): Deliverer & { leave(): void } {
  const from = randomUUID();
  let number = 0;
  const continuity = createContinuity();
  const send = (addressed: readonly Addressed[], more: Pick<Delivery, 'origin' | 'isLast'> = {}) =>
    io.serverSideEmit('deliver', { from, number, addressed, ...more });
  const heartbeat = setInterval(() => {
    if (number > 0) send([]);
    if (continuity.heartbeat()) local?.requestRefetch();
  }, heartbeatMs).unref();

  if (local) {
    io.on('deliver', (delivery) => {
      if (!continuity.continues(delivery)) local.requestRefetch();
      local.deliver(delivery.addressed, delivery.origin);
    });
  }
  return {
    deliver(addressed, origin) {
      number += 1;
      send(addressed, origin && { origin });
    },
    requestRefetch() {
      // The other gateways detect the skipped number as a lost delivery.
      number += 1;
    },
    leave() {
      clearInterval(heartbeat);
      // Lets the others detect a loss of the last delivery, and not take this gateway for dead.
      if (number > 0) send([], { isLast: true });
      io.removeAllListeners('deliver');
    },
  };
}
