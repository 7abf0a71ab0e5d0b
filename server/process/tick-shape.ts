/**
 * Retains one of the objects that Node creates for a call of `process.nextTick`. A garbage collection discards a shape
 * without objects, and the code that creates these objects, seven times per request, then takes a slow path for the
 * life of the process: a tenth of the cost of reading a list (docs/adr/0018).
 */
import { createHook } from 'node:async_hooks';

const retained: object[] = [];
const ticks = createHook({
  // Tracking promises would slow down all of them, even after the hook is disabled.
  trackPromises: false,
  init: (_id, type, _trigger, resource) => {
    if (type === 'TickObject') retained.push(resource);
  },
});
ticks.enable();
process.nextTick(() => retained);
ticks.disable();
