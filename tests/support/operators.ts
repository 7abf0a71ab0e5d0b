/** Operators of a server of its own, whose data folder the test knows. */
import { expect } from 'vitest';
import type { Person } from './browsers.ts';
import { runProgram } from './command.ts';
import { serverEnvironment } from './server-environment.ts';

/** Makes a user an operator, as on the machine of the server. */
export async function makeOperator(folder: string, { session }: Person): Promise<void> {
  const args = ['server/potluck.ts', 'staff', 'grant', 'operator', session.uid];
  const granted = runProgram(process.execPath, args, serverEnvironment({ DATA_DIR: folder }));
  expect((await granted.exit).code, granted.stderr()).toBe(0);
}
