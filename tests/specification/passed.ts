import type { Statement } from './checklist.ts';
import { isCalled } from './named-tests.ts';

/** The part of Vitest's JSON report that says which tests passed. */
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

/** How many of the statements are shown: each by all the tests that are named for it, and all of those passed. */
export function countShown(statements: readonly Statement[], { testResults }: PassedTests): number {
  const results = new Map(testResults.map(({ name, assertionResults }) => [name, assertionResults]));
  const passed = ({ file, title }: Statement['shownBy'][number]) => {
    const pattern = filledIn(title);
    const meant = (results.get(file) ?? []).filter(({ ancestorTitles, title: run }) =>
      pattern([...ancestorTitles, run]),
    );
    return meant.length > 0 && meant.every(({ status }) => status === 'passed');
  };
  return statements.filter(({ shownBy }) => shownBy.length > 0 && shownBy.every(passed)).length;
}

/** Where a title has values, any may stand: `%s`, `$name`, `${expression}`. */
function filledIn(title: string) {
  const literal = title.split(/%[a-zA-Z]|\$\{[^}]*\}|\$\w+/);
  if (literal.length === 1) return (titles: readonly string[]) => isCalled(titles.join(' > '), title);
  const pattern = new RegExp(`(^| > )${literal.map((part) => escaped(part)).join('.*')}$`, 's');
  return (titles: readonly string[]) => pattern.test(titles.join(' > '));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
