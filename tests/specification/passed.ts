import type { Statement } from './checklist.ts';
import { titleMatches } from './named-tests.ts';

/** The part of Vitest's JSON report with the status of each test. */
export interface PassedTests {
  readonly testResults: readonly {
    /** Absolute path of the file. */
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly tags?: readonly string[];
    }[];
  }[];
}

/** Whether it was not selected, as `npm test` selects none of the tests with this tag. */
export const isLeftOut = ({ status, tags }: PassedTests['testResults'][number]['assertionResults'][number]): boolean =>
  status === 'skipped' && tags?.includes('extended') === true;

/** The number of statements shown by at least one test that passed, and by none that failed or was skipped for a reason. */
export function countShown(statements: readonly Statement[], { testResults }: PassedTests): number {
  const results = new Map(testResults.map(({ name, assertionResults }) => [name, assertionResults]));
  const named = ({ file, title }: Statement['shownBy'][number]) => {
    const pattern = patternOf(title);
    return (results.get(file) ?? []).filter(({ ancestorTitles, title: run }) => pattern([...ancestorTitles, run]));
  };
  return statements.filter(({ shownBy }) => {
    const tests = shownBy.map(named);
    const selected = tests.flat().filter((test) => !isLeftOut(test));
    return (
      tests.every(({ length }) => length > 0) &&
      selected.length > 0 &&
      selected.every(({ status }) => status === 'passed')
    );
  }).length;
}

/** Matches a title with any values for its placeholders: `%s`, `$name`, `${expression}`. */
function patternOf(title: string) {
  const literal = title.split(/%[a-zA-Z]|\$\{[^}]*\}|\$\w+/);
  if (literal.length === 1) return (titles: readonly string[]) => titleMatches(titles.join(' > '), title);
  const pattern = new RegExp(`(^| > )${literal.map((part) => escaped(part)).join('.*')}$`, 's');
  return (titles: readonly string[]) => pattern.test(titles.join(' > '));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
