import { randomUUID } from 'node:crypto';
import type { LiveServer } from './connection.ts';
import { createContinuity } from './continuity.ts';
import type { Addressed } from './rooms.ts';

/** Where messages go in one process. */
export interface Deliverer {
  deliver(addressed: readonly Addressed[]): void;
  /** Browsers have to read again, because messages did not reach them. */
  missed(): void;
}

const signOfLifeMs = 5_000;

/**
 * The gateways of other processes, by way of the Socket.IO adapter. Deliveries that do not get through are made good
 * within five seconds of the first that does: the other gateways notice the gap and have their browsers read again.
 */
export function joinOthers(io: LiveServer, local: Deliverer | undefined): Deliverer & { leave(): void } {
  const from = randomUUID();
  let number = 0;
  const send = (addressed: readonly Addressed[]) => io.serverSideEmit('deliver', { from, number, addressed });
  const signOfLife = setInterval(() => number > 0 && send([]), signOfLifeMs).unref();

  if (local) {
    const continues = createContinuity();
    io.on('deliver', (delivery) => {
      if (!continues(delivery)) local.missed();
      local.deliver(delivery.addressed);
    });
  }
  return {
    deliver(addressed) {
      number += 1;
      send(addressed);
    },
    missed() {
      number += 1;
    },
    leave() {
      clearInterval(signOfLife);
      // The others must not miss what nothing was told of since.
      if (number > 0) send([]);
      io.removeAllListeners('deliver');
    },
  };
}
