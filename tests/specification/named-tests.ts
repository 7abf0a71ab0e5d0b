import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import type { TestReference } from './checklist.ts';

/** A test in the source of its file. */
interface ParsedTest {
  /** Its title after those of its suites, as `suite > test`, with placeholders as in the source. */
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

interface TestFile {
  readonly text: string;
  readonly tests: readonly ParsedTest[];
  /** The source of its imports from `tests/support`, which contains some of the texts that the specification quotes. */
  readonly support: string;
}

const suites = new Set(['describe', 'describeWith']);
const kinds = new Set(['it', 'test']);
const files = new Map<string, TestFile>();

/** The tests of the file with this title: exactly one if the reference is correct. */
export const testsNamed = ({ file, title }: TestReference): readonly ParsedTest[] =>
  fileAt(file).tests.filter((test) => titleMatches(test.title, title));

/** Whether the reference is the full title or its last parts. */
export const titleMatches = (title: string, reference: string): boolean =>
  title === reference || title.endsWith(` > ${reference}`);

/** The text of a test: its file without the other tests, and the imports of that file from `tests/support`. */
export function textOf(reference: TestReference): string {
  const { text, tests, support } = fileAt(reference.file);
  const [named] = testsNamed(reference);
  let [source, offset] = ['', 0];
  for (const { start, end } of tests.filter((test) => test !== named)) {
    source += text.slice(offset, start);
    offset = end;
  }
  return source + text.slice(offset) + support;
}

function fileAt(path: string): TestFile {
  const file = files.get(path) ?? read(path);
  files.set(path, file);
  return file;
}

function read(path: string): TestFile {
  const text = contentOf(path);
  const tests: ParsedTest[] = [];
  const suiteTitles: string[] = [];
  const imported: string[] = [];
  new Visitor({
    CallExpression: (call) => {
      const [kind, title] = [kindOf(call.callee), titleOf(call, text)];
      if (title === undefined) return;
      if (suites.has(kind)) suiteTitles.push(title);
      if (kinds.has(kind)) tests.push({ title: [...suiteTitles, title].join(' > '), start: call.start, end: call.end });
    },
    'CallExpression:exit': (call) => {
      if (suites.has(kindOf(call.callee)) && titleOf(call, text) !== undefined) suiteTitles.pop();
    },
    ImportDeclaration: ({ source }) => {
      if (source.value.includes('support/')) imported.push(resolve(dirname(path), source.value));
    },
  }).visit(parseSync(path, text).program);
  return { text, tests, support: imported.map(contentOf).join('\n') };
}

/** Empty if the file does not exist. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** `test` of `test(…)` and of `test.each(…)(…)`. */
function kindOf(callee: ESTree.Node): string {
  switch (callee.type) {
    case 'Identifier':
      return callee.name;
    case 'MemberExpression':
      return kindOf(callee.object);
    case 'CallExpression':
      return kindOf(callee.callee);
    default:
      return '';
  }
}

/** The first argument if it is text; for `describeWith`, the second one. */
function titleOf({ callee, arguments: args }: ESTree.CallExpression, text: string): string | undefined {
  const title = args[kindOf(callee) === 'describeWith' ? 1 : 0];
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? text.slice(title.start + 1, title.end - 1) : undefined;
}
