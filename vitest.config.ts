import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

const second = 1000;

/** Quick kinds run side by side; these one file after the other, and one kind after the other, for they need the machine. */
const alone = (order: number): Options => ({ fileParallelism: false, sequence: { groupOrder: order } });

/** One project for each kind of test; `npm test` runs all but `slow-line` and `long`, `npx vitest run --project unit` one. */
const project = (name: string, include: string[], options: Options = {}): TestProjectInlineConfiguration => ({
  test: { name, include, environment: 'node', restoreMocks: true, ...options },
});

/** A household's browsers, which wait most of the time: for a start, for a connection, for a page. */
const inBrowsers = (order: number, lineDelayMs: number): Options => ({
  globalSetup: ['tests/support/built-client.ts'],
  testTimeout: 60 * second,
  hookTimeout: 120 * second,
  // Longer than the conditions' own time-outs, whose messages say more.
  expect: { poll: { timeout: 20 * second, interval: 20 } },
  provide: { lineDelayMs },
  ...alone(order),
  // Two leave half of two cores idle.
  fileParallelism: true,
  maxWorkers: 3,
});

/** Long enough for a machine that does other things too: a condition that holds ends the wait at once. */
const patientPolls: Options = { expect: { poll: { timeout: 15 * second } } };

const withServers: Options = { testTimeout: 30 * second, hookTimeout: 60 * second, ...patientPolls };

/** @param kills of the application, amid writes */
const withFaults = (order: number, kills: number): Options => ({
  testTimeout: Math.max(600, 4 * kills) * second,
  hookTimeout: 60 * second,
  provide: { kills },
  ...patientPolls,
  ...alone(order),
});

export default defineConfig({
  test: {
    // Not one worker fewer than there are cores: on two cores that is one, and much of what they do is to wait.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      // Whatever no other project names, so that no test file is left out by its place.
      project('unit', ['**/*.test.{ts,tsx}'], {
        exclude: ['**/node_modules/**', 'dist/**', 'tests/{contracts,http,e2e,faults}/**'],
        // Most files take less time than a process of their own would: they share processes, but nothing in them.
        isolate: false,
        setupFiles: ['tests/support/modules-anew.ts'],
        unstubGlobals: true,
        // Properties take seconds on a machine that is busy with the other kinds.
        testTimeout: 30 * second,
      }),
      project('contracts', ['tests/contracts/**/*.test.ts'], withServers),
      project('http', ['tests/http/**/*.test.ts'], { ...withServers, setupFiles: ['tests/support/checked-fetch.ts'] }),
      project('e2e', ['tests/e2e/**/*.test.ts'], inBrowsers(1, 0)),
      project('faults', ['tests/faults/**/*.test.ts'], withFaults(2, 100)),
      // The same tests with a late line. They take long, so `npm test` runs them only when this project is named.
      project('slow-line', ['tests/e2e/**/*.test.ts'], {
        ...inBrowsers(3, 100),
        // Has no browser.
        exclude: ['tests/e2e/commands.test.ts'],
        testTimeout: 180 * second,
      }),
      // So does this: the same test with more kills.
      project('long', ['tests/faults/kill-nine.test.ts'], withFaults(4, 1_000)),
    ],
  },
});
