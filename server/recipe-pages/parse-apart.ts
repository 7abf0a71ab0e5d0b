import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { limitConcurrency } from '../core/timing/limit-concurrency.ts';
import type { Imported } from './parse.ts';
import { RecipePageProblem } from './recipe-page-problem.ts';

/** A real page takes some 10 ms, after the start of the thread. */
const timeoutMs = 5_000;
const resourceLimits = { maxOldGenerationSizeMb: 256 };
const concurrency = { maxConcurrent: 2, maxWaiting: 64, overloaded: () => new RecipePageProblem('PAGES_BUSY') };

/** Threads that wait for work. They do not keep the process alive. */
const idle: Worker[] = [];

function startThread(): Worker {
  const url = new URL('./parse-thread.ts', import.meta.url);
  const thread = new Worker(url, { resourceLimits, name: 'recipe-parser' });
  // Reported where its answer is awaited; an idle thread has nothing to fail at.
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}

/**
 * Parses in another thread, which is ended if it takes too long: pages and texts come from anybody, and some of them would
 * keep a parser busy for minutes. Undefined without a recipe, and for what cannot be parsed in that time.
 * @throws RecipePageProblem if too many wait
 */
export const parseApart = limitConcurrency<Imported, ImportedRecipe | undefined>(async (imported) => {
  const thread = idle.pop() ?? startThread();
  try {
    thread.postMessage(imported);
    const [recipe] = await once(thread, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    idle.push(thread);
    return recipe;
  } catch {
    await thread.terminate();
    return undefined;
  }
}, concurrency);
