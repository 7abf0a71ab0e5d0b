/**
 * Keeps one of the objects alive in which Node notes a call of `process.nextTick`. V8 forgets a shape that no object has
 * when it collects garbage, and the code that makes these objects then takes a slow way for as long as the process lives,
 * seven times in a request: a tenth of what reading a list costs (docs/adr/0018).
 */
import { createHook } from 'node:async_hooks';

const kept: object[] = [];
const ticks = createHook({
  // Following promises, too, would make all of them slower, even after the hook is gone.
  trackPromises: false,
  init: (_id, type, _trigger, resource) => {
    if (type === 'TickObject') kept.push(resource);
  },
});
ticks.enable();
process.nextTick(() => kept);
ticks.disable();
