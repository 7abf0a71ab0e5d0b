/**
 * Loaded before a server: lets a test set the clock of its process and measure its memory, by messages. Only the time of
 * day changes, as when a real clock is set; timers and `performance.now()` go on.
 */
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export type ToProcess =
  | { readonly do: 'set clock'; readonly aheadMs: number }
  /** Collects garbage first. */
  | { readonly do: 'measure memory' };

/** Bytes that the process's objects and buffers hold. */
export interface HeldMemory {
  readonly bytes: number;
}

let aheadMs = 0;
/** Node would save it at its exit, but this process is killed. */
let isCompileCacheSaved = false;
const RealDate = Date;
const now = (): number => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

process.on('message', (message: ToProcess) => {
  if (message.do === 'set clock') {
    aheadMs = message.aheadMs;
    process.send?.({});
    return;
  }
  if (!isCompileCacheSaved) flushCompileCache();
  isCompileCacheSaved = true;
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ bytes: heapUsed + external } satisfies HeldMemory);
});
function collectGarbage(): void {
  // As an argument of the process, it would keep it from using the compile cache of other servers.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

// It must neither outlive its test, nor stay because of this.
process.once('disconnect', () => process.exit());
process.channel?.unref();
