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
    }[];
  }[];
}

/** The number of statements whose named tests all passed. */
export function countShown(statements: readonly Statement[], { testResults }: PassedTests): number {
  const results = new Map(testResults.map(({ name, assertionResults }) => [name, assertionResults]));
  const passed = ({ file, title }: Statement['shownBy'][number]) => {
    const pattern = patternOf(title);
    const named = (results.get(file) ?? []).filter(({ ancestorTitles, title: run }) =>
      pattern([...ancestorTitles, run]),
    );
    return named.length > 0 && named.every(({ status }) => status === 'passed');
  };
  return statements.filter(({ shownBy }) => shownBy.length > 0 && shownBy.every(passed)).length;
}

/** Matches a title with any values for its placeholders: `%s`, `$name`, `${expression}`. */
function patternOf(title: string) {
  const literal = title.split(/%[a-zA-Z]|\$\{[^}]*\}|\$\w+/);
  if (literal.length === 1) return (titles: readonly string[]) => titleMatches(titles.join(' > '), title);
  const pattern = new RegExp(`(^| > )${literal.map((part) => escaped(part)).join('.*')}$`, 's');
  return (titles: readonly string[]) => pattern.test(titles.join(' > '));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
