import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

const secondMs = 1000;

/** For projects that need the whole machine: one file and one project at a time. Fast projects run in parallel. */
const alone = (order: number): Options => ({ fileParallelism: false, sequence: { groupOrder: order } });

/**
 * One project per kind of test. `npm test` runs all except `slow-line`, `long`, `installation` and tests with the tag
 * `extended`; `--project unit` selects one.
 */
const project = (name: string, include: string[], options: Options = {}): TestProjectInlineConfiguration => ({
  test: { name, include, environment: 'node', restoreMocks: true, ...options },
});

/** Browser tests, which mostly wait for starts, connections and pages. */
const inBrowsers = (order: number, lineDelayMs: number): Options => ({
  globalSetup: ['tests/support/shared-server.ts', 'tests/support/shared-accounts.ts'],
  // Suites of a worker share Chromium.
  isolate: false,
  testTimeout: 120 * secondMs,
  hookTimeout: 120 * secondMs,
  // Longer than the time-outs of the conditions themselves, whose messages say more.
  expect: { poll: { timeout: 35 * secondMs, interval: 20 } },
  provide: { lineDelayMs, randomEdits: 8 },
  ...alone(order),
  // Two workers would leave half of two cores idle.
  fileParallelism: true,
  maxWorkers: 3,
});

/** Long enough for a busy machine: a poll ends as soon as its condition holds. */
const patientPolls: Options = { expect: { poll: { timeout: 50 * secondMs } } };

const withServers: Options = {
  // The application takes longer to load than most files take to run, so they share processes.
  isolate: false,
  testTimeout: 60 * secondMs,
  hookTimeout: 60 * secondMs,
  ...patientPolls,
};

/**
 * Bounds are in CPU time, so that two files at a time do not disturb each other.
 * @param kills how many times the application is killed during writes
 * @param powerLosses how many are simulated
 */
const withFaults = (order: number, kills: number, powerLosses: number): Options => ({
  testTimeout: Math.max(600, 4 * kills) * secondMs,
  hookTimeout: 60 * secondMs,
  provide: { kills, powerLosses, installation: 'one process' },
  ...patientPolls,
  ...alone(order),
  fileParallelism: true,
  maxWorkers: 2,
});

/** They run with the unit tests, too. */
const damagedLogs = 'server/event-log/sqlite/*damage*.test.ts';

export default defineConfig({
  test: {
    // Vitest's default is one worker fewer than cores: on two cores a single one, although tests often wait.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    tags: [
      {
        name: 'extended',
        description:
          'Tests of layout, colours, print, rarer cases and variants. `npm run test:all` runs them, `npm test` does not.',
      },
    ],
    projects: [
      // All files that no other project includes, so that no test file is left out because of its folder.
      project('unit', ['**/*.test.{ts,tsx}'], {
        exclude: ['**/node_modules/**', 'dist/**', 'tests/{contracts,http,e2e,faults}/**'],
        // Most files take less time than the start of a process, so they share them; `reset-modules.ts` resets modules.
        isolate: false,
        setupFiles: ['tests/support/reset-modules.ts'],
        unstubGlobals: true,
        // Property tests take seconds while other projects keep the machine busy.
        testTimeout: 60 * secondMs,
        hookTimeout: 60 * secondMs,
      }),
      project('contracts', ['tests/contracts/**/*.test.ts'], withServers),
      project('http', ['tests/http/**/*.test.ts'], {
        ...withServers,
        globalSetup: ['tests/support/shared-accounts.ts'],
        setupFiles: ['tests/support/checked-fetch.ts'],
      }),
      project('e2e', ['tests/e2e/**/*.test.ts'], inBrowsers(1, 0)),
      project('faults', ['tests/faults/**/*.test.ts'], withFaults(2, 8, 250)),
      // The same tests over a slow connection. They take long, so `npm test` runs them only if this project is named.
      project('slow-line', ['tests/e2e/**/*.test.ts'], {
        ...inBrowsers(3, 100),
        // Uses no browser.
        exclude: ['tests/e2e/commands.test.ts'],
        testTimeout: 180 * secondMs,
      }),
      // Also only if named: the same tests with more kills, power losses and random edits.
      project('long', ['tests/faults/{kill-nine,log-kill,power-loss}.test.ts', 'tests/e2e/three-devices.test.ts'], {
        ...withFaults(4, 1_000, 10_000),
        provide: { kills: 1_000, powerLosses: 10_000, lineDelayMs: 0, randomEdits: 1_000 },
      }),
      // Only by `npm run test:faults`: two nodes and two workers, and every fault; then a full disk and a damaged log.
      project('installation', ['tests/faults/{installation,emptied-store,disk-full}.test.ts', damagedLogs], {
        ...withFaults(5, 0, 0),
        provide: { kills: 0, powerLosses: 0, installation: 'four processes' },
        fileParallelism: false,
      }),
    ],
  },
});
