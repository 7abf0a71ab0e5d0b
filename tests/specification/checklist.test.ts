import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Statement, sections, statements } from './checklist.ts';
import { testsNamed, textOf } from './named-tests.ts';
import { countShown } from './passed.ts';

const all = statements();
const shown = (statement: Statement) => statement.shownBy.length > 0;

describe('the checklist of the specification', () => {
  test('numbers the statements of each paragraph from 1, without a gap', () => {
    const counts = new Map<string, number>();
    for (const { number } of all) {
      const paragraph = number.slice(0, number.lastIndexOf('.'));
      const count = (counts.get(paragraph) ?? 0) + 1;
      counts.set(paragraph, count);
      expect(number).toBe(`${paragraph}.${count}`);
    }
    const paragraphs = [...counts.keys()].map((paragraph) => paragraph.split('.').map(Number));
    for (const [i, [section, paragraph]] of paragraphs.entries()) {
      const [before, last] = paragraphs[i - 1] ?? [0, 0];
      expect([section, paragraph]).toEqual(section === before ? [before, Number(last) + 1] : [Number(before) + 1, 1]);
    }
    expect(paragraphs.at(-1)?.[0]).toBe(9);
  });

  test('names a test for each statement', () => {
    expect(all.filter((statement) => !shown(statement)).map(({ number, says }) => `${number} ${says}`)).toEqual([]);
  });

  test('names existing tests, each unambiguously', () => {
    const found = all.flatMap(({ number, shownBy }) =>
      shownBy.map((reference) => {
        const { length } = testsNamed(reference);
        return `${number}: ${length} of "${reference.title}" in ${relative(process.cwd(), reference.file)}`;
      }),
    );
    expect(found.filter((line) => !/^\S+ 1 /.test(line))).toEqual([]);
  });

  test('names tests that contain the exact texts of the statement', () => {
    const missing = all.filter(shown).flatMap(({ number, says, shownBy }) => {
      const text = shownBy.map(textOf).join('\n');
      return [...says.matchAll(/`([^`]+)`/g)].flatMap(([, exact = '']) =>
        text.includes(exact) ? [] : [`${number}: ${exact}`],
      );
    });
    expect(missing).toEqual([]);
  });

  test('has the right counts in its README', () => {
    const readme = readFileSync(resolve(import.meta.dirname, 'README.md'), 'utf8');
    const rows = sections().map((file) => {
      const title = /^# (.+)$/m.exec(readFileSync(resolve(import.meta.dirname, file), 'utf8'))?.[1];
      const count = all.filter(({ number }) => number.startsWith(`${file.charAt(0)}.`)).length;
      return `| [${title}](${file}) | ${count} |`;
    });
    expect(readme).toContain(`${rows.join('\n')}\n| all | ${all.length} |\n`);
  });

  test('counts a statement as shown if all its tests passed, for any values in their titles', () => {
    const of = (...titles: string[]): Statement => ({
      number: '1.1.1',
      says: '',
      shownBy: titles.map((title) => ({ file: '/a.test.ts', title })),
    });
    const ran = (title: string, status = 'passed') => ({ ancestorTitles: ['suite'], title, status });
    const report = (...assertionResults: ReturnType<typeof ran>[]) => ({
      testResults: [{ name: '/a.test.ts', assertionResults }],
    });
    expect(countShown([of('one'), of('suite > one')], report(ran('one'), ran('none', 'failed')))).toBe(2);
    expect(countShown([of('%s of (it)')], report(ran('one of (it)'), ran('two of (it)')))).toBe(1);
    expect(countShown([of('%s of (it)')], report(ran('one of (it)'), ran('two of (it)', 'failed')))).toBe(0);
    expect(countShown([of('one', 'two'), of()], report(ran('one'), ran('two', 'skipped')))).toBe(0);
    expect(countShown([of('at $width px')], report(ran('at 360 px')))).toBe(1);
    const leftOut = { ...ran('two', 'skipped'), tags: ['extended'] };
    expect(countShown([of('one', 'two'), of('two')], report(ran('one'), leftOut))).toBe(1);
  });
});
