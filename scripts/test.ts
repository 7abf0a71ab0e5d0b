/**
 * `npm test`: all checks and tests in one command, without the tests that have the tag `extended`; `npm run test:all`
 * runs these, too. A failed step does not stop the others.
 * Arguments go to Vitest: `npm test -- --project unit` runs only the checks and the unit tests. Two projects run only
 * when they are named: `npm test -- --project slow-line` (the browser tests over a slow connection) and
 * `npm test -- --project long` (more kills of the application).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { statements } from '../tests/specification/checklist.ts';
import type { SkippedSuite } from '../tests/support/requirements.ts';
import { provision } from './provision.ts';
import { type Step, summarise, type TestReport } from './test-summary.ts';

const repository = resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'potluck-test-'));
const reportFile = join(scratch, 'report.json');
const skipsFile = join(scratch, 'skips.jsonl');

const path = [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter);

const run = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, {
    cwd: repository,
    env: { ...process.env, PATH: path, POTLUCK_SKIPS: skipsFile },
    stdio: ['ignore', 'inherit', 'inherit'],
  }).status === 0;

const timed = (name: string, work: () => boolean): Step => {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const ok = work();
  return { name, ok, seconds: (performance.now() - startedAt) / 1000 };
};

const programs = { complete: false };
const provisioning = timed('programs', () => {
  const { ok, complete, message } = provision();
  console.log(message);
  programs.complete = complete;
  return ok;
});

const all = '--all';
const vitestArgs = process.argv.slice(2).filter((argument) => argument !== all);
const isDefault = !vitestArgs.some((argument) => argument.startsWith('--project'));
const selection = [
  ...(isDefault ? ['--project=!slow-line', '--project=!long'] : []),
  ...(isDefault && !process.argv.includes(all) ? ['--tags-filter=!extended'] : []),
];
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
const steps = [
  provisioning,
  timed('lint', () => run('biome', 'check', '--error-on-warnings', '.')),
  timed('import table', () => run('npm', 'run', '--silent', 'lint:imports')),
  timed('unused code', () => run('knip')),
  timed('types', () => run('tsc')),
  timed('web build', () => run('node', 'scripts/build.ts')),
  timed('tests', () => run('vitest', 'run', ...reporters, ...selection, ...vitestArgs)),
];

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

const { ok, lines } = summarise(steps, report, skipped, programs.complete, statements());
console.log(`\n${lines.join('\n')}`);
process.exitCode = ok ? 0 : 1;
