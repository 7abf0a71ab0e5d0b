/**
 * Declares the programs that suites need besides `npm ci`. A suite whose program is missing is recorded in the file
 * named by `POTLUCK_SKIPS`, and `npm test` reports it at its end with the reason.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { findProgram, type ProgramName } from './programs.ts';

export interface Requirement {
  readonly name: ProgramName;
  readonly available: boolean;
  /** The program to start; undefined when it is not installed. */
  readonly path?: string;
  /** The problem and its solution; empty if available. */
  readonly reason: string;
}

/** A line of the skips file. `missing`: the program is not installed. */
export interface SkippedSuite {
  readonly suite: string;
  readonly needs: ProgramName;
  readonly missing: boolean;
  readonly reason: string;
}

/** Checks beyond the installation: strace may not be allowed to trace, and no Docker engine may be running. */
const probes: Partial<Record<ProgramName, { arguments: readonly string[]; failure: string }>> = {
  strace: { arguments: ['-o', '/dev/null', 'true'], failure: 'strace may not trace here: allow ptrace' },
  docker: { arguments: ['version'], failure: 'no Docker engine is running: start one' },
};

const requirements = new Map<ProgramName, Requirement>();

/** Checks once per process and caches the result. */
export const requirement = (name: ProgramName): Requirement => {
  const checked = requirements.get(name) ?? checkProgram(name);
  requirements.set(name, checked);
  return checked;
};

const checkProgram = (name: ProgramName): Requirement => {
  const path = findProgram(name);
  if (path === undefined) {
    return { name, available: false, reason: `${name} is not installed: install it with your package manager` };
  }
  const probe = probes[name];
  if (probe !== undefined && spawnSync(path, probe.arguments, { stdio: 'ignore', timeout: 10_000 }).status !== 0) {
    return { name, available: false, path, reason: probe.failure };
  }
  return { name, available: true, path, reason: '' };
};

/**
 * A suite that runs if `needs` is available and is reported as skipped otherwise. `body` gets the program's path
 * (for a requirement without a program, its name).
 */
export const describeWith = (
  needs: ProgramName | Requirement,
  title: string,
  body: (program: string) => void,
): void => {
  const needed = typeof needs === 'string' ? requirement(needs) : needs;
  if (!needed.available) {
    recordSkip({ suite: title, needs: needed.name, missing: needed.path === undefined, reason: needed.reason });
  }
  describe.runIf(needed.available)(title, () => {
    if (needed.available) body(needed.path ?? needed.name);
    else test(needed.reason, () => {});
  });
};

const recordSkip = (skipped: SkippedSuite): void => {
  const file = process.env.POTLUCK_SKIPS;
  if (file) appendFileSync(file, `${JSON.stringify(skipped)}\n`);
};
