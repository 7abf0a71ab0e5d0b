import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

/** Starts a TypeScript program; its output goes to the test's. */
export const startProgram = (program: URL, argument: unknown): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(program), JSON.stringify(argument)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/**
 * Waits until a program `isWorking`, and kills it with SIGKILL at a random moment after that; resolves when it is gone.
 * @throws Error when it ends by itself, or is not working within `patienceMs`
 */
export const killAmidLoad = async (
  program: ChildProcess,
  isWorking: () => boolean | Promise<boolean>,
  { withinMs, patienceMs = 20_000 }: { withinMs: number; patienceMs?: number },
): Promise<void> => {
  const exited = once(program, 'exit');
  try {
    await until(async () => program.exitCode !== null || (await isWorking()), patienceMs);
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, Math.random() * withinMs))]);
  } finally {
    program.kill('SIGKILL');
  }
  const [code, signal] = await exited;
  if (signal !== 'SIGKILL') throw new Error(`The program ended by itself, with code ${code}`);
};
