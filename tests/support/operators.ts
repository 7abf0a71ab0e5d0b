/** Operators of a server of its own, whose data folder the test knows. */
import { expect } from 'vitest';
import type { StaffRole } from '../../server/core/domain/staff/events.ts';
import type { Person } from './browsers.ts';
import { runProgram } from './command.ts';
import { serverEnvironment } from './server-environment.ts';

/** Makes a user an operator, as on the machine of the server. */
export const makeOperator = (folder: string, person: Person): Promise<void> => grantRole(folder, person, 'operator');

/** Gives a user a role, as on the machine of the server. */
export async function grantRole(folder: string, { session }: Person, role: StaffRole): Promise<void> {
  const args = ['server/potluck.ts', 'staff', 'grant', role, session.uid];
  const granted = runProgram(process.execPath, args, serverEnvironment({ DATA_DIR: folder }));
  expect((await granted.exit).code, granted.stderr()).toBe(0);
}
