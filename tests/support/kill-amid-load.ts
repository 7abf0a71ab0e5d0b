import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from './server-environment.ts';
import { until } from './until.ts';

/** Starts a TypeScript program with the test's standard output and error. */
export const startProgram = (program: URL, argument: unknown): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(program), JSON.stringify(argument)], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/**
 * Waits until a program `isWorking`, then kills it with SIGKILL at a random time within `withinMs`. Resolves when it has
 * ended.
 * @throws Error if it ends by itself, or is not working within `timeoutMs`
 */
export const killAmidLoad = async (
  program: ChildProcess,
  isWorking: () => boolean | Promise<boolean>,
  { withinMs, timeoutMs = 20_000 }: { withinMs: number; timeoutMs?: number },
): Promise<void> => {
  const exited = once(program, 'exit');
  try {
    await until(async () => program.exitCode !== null || (await isWorking()), timeoutMs);
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, Math.random() * withinMs))]);
  } finally {
    program.kill('SIGKILL');
  }
  const [code, signal] = await exited;
  if (signal !== 'SIGKILL') throw new Error(`The program ended by itself, with code ${code}`);
};
