/**
 * `npm test`: all checks and tests in one command, without the tests that have the tag `extended`; `npm run test:all`
 * runs these, too. A failed step does not stop the others.
 * Arguments go to Vitest: `npm test -- --project unit` runs only the checks and the unit tests. Three projects run only
 * when they are named: `npm test -- --project slow-line` (the browser tests over a slow connection),
 * `npm test -- --project long` (more kills of the application) and `installation` (`npm run test:faults`: every fault of a
 * whole installation).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { statements } from '../tests/specification/checklist.ts';
import type { SkippedSuite } from '../tests/support/requirements.ts';
import { provision } from './provision.ts';
import { type Step, summarise, type TestReport } from './test-summary.ts';

const repository = resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'potluck-test-'));
const reportFile = join(scratch, 'report.json');
const skipsFile = join(scratch, 'skips.jsonl');

const path = [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter);

const options = { cwd: repository, env: { ...process.env, PATH: path, POTLUCK_SKIPS: skipsFile } };

const timed = async (name: string, work: () => Promise<boolean>): Promise<Step> => {
  const startedAt = performance.now();
  const ok = await work();
  return { name, ok, seconds: (performance.now() - startedAt) / 1000 };
};

const title = (name: string) => console.log(`\n── ${name}`);

/** A step whose output appears as it comes. */
const step = (name: string, program: string, ...args: readonly string[]): Promise<Step> =>
  timed(name, async () => {
    title(name);
    const [code] = await once(spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
    return code === 0;
  });

/** A step beside others, which have priority: its output appears at its end. */
const check = (name: string, program: string, ...args: readonly string[]): Promise<Step> =>
  timed(name, async () => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    title(name);
    process.stdout.write(output + errors);
    return code === 0;
  });

const programs = { complete: false };
const provisioning = await timed('programs', async () => {
  title('programs');
  const { ok, complete, message } = provision();
  console.log(message);
  programs.complete = complete;
  return ok;
});

const all = '--all';
const vitestArgs = process.argv.slice(2).filter((argument) => argument !== all);
const isDefault = !vitestArgs.some((argument) => argument.startsWith('--project'));
const selection = [
  ...(isDefault ? ['--project=!slow-line', '--project=!long', '--project=!installation'] : []),
  ...(isDefault && !process.argv.includes(all) ? ['--tags-filter=!extended'] : []),
];
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
const inOrder = async (...checks: readonly (() => Promise<Step>)[]): Promise<Step[]> => {
  const done: Step[] = [];
  for (const each of checks) done.push(await each());
  return done;
};
// In the time that the tests leave idle.
const checking = inOrder(
  () => check('lint', 'biome', 'check', '--error-on-warnings', '.'),
  () => check('types', 'tsc', '--singleThreaded'),
  () => check('import table', 'npm', 'run', '--silent', 'lint:imports'),
  () => check('unused code', 'knip'),
);
const build = await check('web build', 'node', 'scripts/build.ts');
const tests = await step('tests', 'vitest', 'run', ...reporters, ...selection, ...vitestArgs);
const checks = await checking;

const report: TestReport | undefined = existsSync(reportFile)
  ? JSON.parse(readFileSync(reportFile, 'utf8'))
  : undefined;
const skipped: readonly SkippedSuite[] = existsSync(skipsFile)
  ? readFileSync(skipsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(scratch, { recursive: true, force: true });

const steps = [provisioning, ...checks, build, tests];
const totalSeconds = performance.now() / 1000;
const { ok, lines } = summarise({ steps, totalSeconds }, report, skipped, programs.complete, statements());
console.log(`\n${lines.join('\n')}`);
process.exitCode = ok ? 0 : 1;
