import { describe, expect, test } from 'vitest';
import type { SkippedSuite } from '../tests/support/requirements.ts';
import { type Run, summarise, type TestReport } from './test-summary.ts';

const good: Run = { steps: [{ name: 'lint', ok: true, seconds: 2 }], totalSeconds: 2 };
const allPassed: TestReport = {
  numPassedTests: 12,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [],
};
const withoutRedis: SkippedSuite = {
  suite: 'read models on Redis',
  needs: 'redis-server',
  missing: true,
  reason: 'redis-server is not installed',
};

describe('the summary of npm test', () => {
  test('ends with the number of passed, failed and skipped tests', () => {
    const { ok, lines } = summarise(good, allPassed, [], true, []);
    expect(ok).toBe(true);
    expect(lines.at(-1)).toBe('12 passed, 0 failed, 1 skipped');
  });

  test('reports in the line before how many statements of the specification are shown', () => {
    const file = '/x.test.ts';
    const assertionResults = [{ ancestorTitles: [], title: 'shows it', status: 'passed' }];
    const report = { ...allPassed, testResults: [{ name: file, status: 'passed', assertionResults }] };
    const statement = (title: string) => ({
      number: '1.1.1',
      says: 'It is shown.',
      shownBy: [{ file, title }],
    });
    const { lines } = summarise(good, report, [], true, [statement('shows it'), statement('shows nothing')]);
    expect(lines.at(-2)).toBe('specification: 1 of 2 statements are shown by tests that passed');
  });

  test('reports how many extended tests were left out, and does not count them as skipped', () => {
    const leftOut = { ancestorTitles: [], title: 'prints', status: 'skipped', tags: ['extended'] };
    const skipped = { ancestorTitles: [], title: 'needs Docker', status: 'skipped', tags: [] };
    const testResults = [{ name: '/x.test.ts', status: 'passed', assertionResults: [leftOut, skipped] }];
    const { lines } = summarise(good, { ...allPassed, numPendingTests: 2, testResults }, [], true, []);
    expect(lines).toContain('left out: 1 extended tests, which npm run test:all runs');
    expect(lines.at(-1)).toBe('12 passed, 0 failed, 1 skipped');
  });

  test('names a skipped suite with its reason', () => {
    const { ok, lines } = summarise(good, allPassed, [withoutRedis], false, []);
    expect(ok).toBe(true);
    expect(lines).toContain('skipped: "read models on Redis": redis-server is not installed');
  });

  test('is a failure when a program is missing where it should be installed', () => {
    expect(summarise(good, allPassed, [withoutRedis], true, []).ok).toBe(false);
  });

  test.each(['docker', 'go'] as const)('allows %s to be missing everywhere', (needs) => {
    const { ok } = summarise(good, allPassed, [{ ...withoutRedis, needs }], true, []);
    expect(ok).toBe(true);
  });

  test('is a failure when a check failed, though all tests passed', () => {
    const failed = { steps: [{ name: 'types', ok: false, seconds: 1 }], totalSeconds: 1 };
    const { ok, lines } = summarise(failed, allPassed, [], true, []);
    expect(ok).toBe(false);
    expect(lines).toContain('failed: types');
  });

  test('is a failure when no test ran or no report was written', () => {
    expect(summarise(good, { ...allPassed, numPassedTests: 0 }, [], true, []).ok).toBe(false);
    expect(summarise(good, undefined, [], true, []).ok).toBe(false);
  });

  test('counts a file that could not be loaded as a failure', () => {
    const unloaded = { ...allPassed, testResults: [{ name: '/x.test.ts', status: 'failed', assertionResults: [] }] };
    const { ok, lines } = summarise(good, unloaded, [], true, []);
    expect(ok).toBe(false);
    expect(lines.at(-1)).toBe('12 passed, 1 failed, 1 skipped');
  });
});
