import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { limitConcurrency } from '../core/timing/limit-concurrency.ts';
import type { Imported } from './parse.ts';
import { RecipePageProblem } from './recipe-page-problem.ts';

/** A real page takes some 10 ms, after the start of the thread. */
const defaultTimeoutMs = 5_000;
const resourceLimits = { maxOldGenerationSizeMb: 256 };
const concurrency = { maxConcurrent: 2, maxWaiting: 64, overloaded: () => new RecipePageProblem('PAGES_BUSY') };

export type ParseApart = (imported: Imported) => Promise<ImportedRecipe | undefined>;

interface ParserThreads {
  readonly timeoutMs?: number;
  readonly startThread?: () => Worker;
}

/**
 * Parses in other threads, which are ended if they take too long: pages and texts come from anybody, and some of them
 * would keep a parser busy for minutes. Undefined without a recipe.
 * @throws RecipePageProblem for what cannot be parsed in that time, and if too many wait
 */
export function createParseApart({
  timeoutMs = defaultTimeoutMs,
  startThread: start = startThread,
}: ParserThreads = {}): ParseApart {
  /** Threads that wait for work. They do not keep the process alive. */
  const idle: Worker[] = [];
  return limitConcurrency<Imported, ImportedRecipe | undefined>(async (imported) => {
    const thread = idle.pop() ?? start();
    try {
      thread.postMessage(imported);
      const [recipe] = await once(thread, 'message', { signal: AbortSignal.timeout(timeoutMs) });
      idle.push(thread);
      return recipe;
    } catch (error) {
      await thread.terminate();
      // Anything else is a fault of the parser.
      if (!isExhausted(error)) throw error;
      const code = imported.kind === 'page' ? 'PAGE_TOO_COMPLEX' : 'TEXT_TOO_COMPLEX';
      throw new RecipePageProblem(code, { cause: error });
    }
  }, concurrency);
}

/** Shared by all imports: the limit is on the whole process. */
export const parseApart = createParseApart();

export function startThread(): Worker {
  const url = new URL('./parse-thread.ts', import.meta.url);
  const thread = new Worker(url, { resourceLimits, name: 'recipe-parser' });
  // Reported where its answer is awaited; an idle thread has nothing to fail at.
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}

/** Whether a thread had too little time or memory. */
const isExhausted = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));
