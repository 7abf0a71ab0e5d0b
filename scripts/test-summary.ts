/** The summary at the end of `npm test`, and whether everything passed. */
import type { Statement } from '../tests/specification/checklist.ts';
import { countShown, isLeftOut, type PassedTests } from '../tests/specification/passed.ts';
import type { SkippedSuite } from '../tests/support/requirements.ts';

export interface Step {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
}

/** What ran, and how long it took altogether: some steps run beside each other. */
export interface Run {
  readonly steps: readonly Step[];
  readonly totalSeconds: number;
}

/** The part of Vitest's JSON report that the summary uses. */
export interface TestReport extends PassedTests {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** One per file. A file that could not be loaded has failed and has no tests. */
  readonly testResults: readonly TestFile[];
}

type PassedFile = PassedTests['testResults'][number];

interface TestFile extends PassedFile {
  readonly status: string;
}

export interface Outcome {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/**
 * @param report undefined if Vitest wrote none, which is a failure
 * @param complete true where every program must be present: skipping a suite because one is missing is then a failure
 * @param statements the statements of the specification
 */
export const summarise = (
  { steps, totalSeconds }: Run,
  report: TestReport | undefined,
  skipped: readonly SkippedSuite[],
  complete: boolean,
  statements: readonly Statement[],
): Outcome => {
  const passed = report?.numPassedTests ?? 0;
  const unloaded = report?.testResults.filter(couldNotLoad).length ?? 0;
  const failed = (report?.numFailedTests ?? 0) + unloaded;
  const leftOut = report?.testResults.flatMap(({ assertionResults }) => assertionResults.filter(isLeftOut)).length ?? 0;
  const pending = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0) - leftOut;
  const notAllowed = complete ? skipped.filter(({ missing, needs }) => missing && !optional.has(needs)) : [];
  const problems = [
    ...steps.filter((step) => !step.ok).map((step) => `failed: ${step.name}`),
    ...(passed + failed === 0 ? ['failed: no test ran'] : []),
    ...notAllowed.map(({ suite, needs }) => `failed: "${suite}" may not be skipped here, ${needs} should be installed`),
  ];
  return {
    ok: problems.length === 0 && failed === 0,
    lines: [
      ...steps.map(stepLine),
      `total ${duration(totalSeconds)}`,
      ...skipped.map(({ suite, reason }) => `skipped: "${suite}": ${reason}`),
      ...problems,
      `specification: ${report ? countShown(statements, report) : 0} of ${statements.length} statements are shown by tests that passed`,
      ...(leftOut > 0 ? [`left out: ${leftOut} extended tests, which npm run test:all runs`] : []),
      `${passed} passed, ${failed} failed, ${pending} skipped`,
    ],
  };
};

/** `npm test` does not install these. */
const optional: ReadonlySet<SkippedSuite['needs']> = new Set(['docker', 'go']);

const couldNotLoad = (file: TestFile): boolean => file.status === 'failed' && file.assertionResults.length === 0;

const stepLine = ({ name, ok, seconds }: Step): string =>
  `${ok ? '✓' : '✗'} ${name.padEnd(14)} ${duration(seconds).padStart(10)}`;

const duration = (seconds: number): string =>
  seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
