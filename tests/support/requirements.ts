/**
 * Suites that need something besides `npm ci` say so here. What is missing is never skipped in silence: the suite is
 * noted in the file named by `POTLUCK_SKIPS`, and `npm test` names it at its end with the reason.
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
  /** What is wrong and what to do about it; empty when available. */
  readonly reason: string;
}

/** A line of the skips file. `missing`: not installed at all, which installing would mend. */
export interface SkippedSuite {
  readonly suite: string;
  readonly needs: ProgramName;
  readonly missing: boolean;
  readonly reason: string;
}

/** Being installed is not always enough: strace may be forbidden to trace, and Docker may have no engine running. */
const probes: Partial<Record<ProgramName, { arguments: readonly string[]; failure: string }>> = {
  strace: { arguments: ['-o', '/dev/null', 'true'], failure: 'strace may not trace here: allow ptrace' },
  docker: { arguments: ['version'], failure: 'no Docker engine is running: start one' },
};

const known = new Map<ProgramName, Requirement>();

/** Looks once per process; the answer is kept. */
export const requirement = (name: ProgramName): Requirement => {
  const found = known.get(name) ?? look(name);
  known.set(name, found);
  return found;
};

const look = (name: ProgramName): Requirement => {
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
 * A suite that runs where `needs` is available and is named as skipped where not. `body` gets the program's path
 * (for a requirement without a program, the name).
 */
export const describeWith = (
  needs: ProgramName | Requirement,
  title: string,
  body: (program: string) => void,
): void => {
  const needed = typeof needs === 'string' ? requirement(needs) : needs;
  if (!needed.available) {
    noteSkip({ suite: title, needs: needed.name, missing: needed.path === undefined, reason: needed.reason });
  }
  describe.runIf(needed.available)(title, () => {
    if (needed.available) body(needed.path ?? needed.name);
    else test(needed.reason, () => {});
  });
};

const noteSkip = (skipped: SkippedSuite): void => {
  const file = process.env.POTLUCK_SKIPS;
  if (file) appendFileSync(file, `${JSON.stringify(skipped)}\n`);
};
