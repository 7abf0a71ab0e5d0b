import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A row of the checklist. */
export interface Statement {
  /** Section, paragraph, statement: `2.9.4`. */
  readonly number: string;
  readonly says: string;
  readonly shownBy: readonly TestReference[];
}

export interface TestReference {
  /** Absolute path. */
  readonly file: string;
  /** The test's title, after those of its suites if the title is not unique in the file. */
  readonly title: string;
}

const folder = import.meta.dirname;
const row = /^\| (\d+\.\d+\.\d+) \| (.+) \| (.*) \|$/;
const link = /\[([^\]]+)\]\(([^)]+)\)/g;

/** The files of the sections, in order. */
export const sections = (): string[] => readdirSync(folder).filter((file) => /^\d-.+\.md$/.test(file));

/** All rows, in order. @throws on a malformed row */
export const statements = (): Statement[] => sections().flatMap((file) => rowsOf(resolve(folder, file)));

function rowsOf(file: string): Statement[] {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement |'));
  return rows.map((line) => {
    const [, number, says, shown] = row.exec(line) ?? [];
    if (number === undefined || says === undefined || shown === undefined)
      throw new Error(`${file}: write | number | what it says | [test](file) |, not: ${line}`);
    const shownBy = [...shown.matchAll(link)].map(([, title = '', to = '']) => ({ file: resolve(folder, to), title }));
    return { number, says, shownBy };
  });
}
