/** The links between the documents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const textOf = (file: string): string => readFileSync(file, 'utf8').replace(/^```.*?^```/gms, '');

/** As GitHub names the headings of a document. */
const headingsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

function leadsSomewhere(file: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(target)) return false;
  return heading === undefined || !target.endsWith('.md') || headingsOf(target).includes(heading);
}

test.each(documents)('the links of %s lead to files and headings that exist', (file) => {
  const links = [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(file, link));
  expect(broken).toEqual([]);
});

test('the documents have such links', () => {
  expect(documents.flatMap((file) => textOf(file).match(/\]\(/g) ?? []).length).toBeGreaterThan(100);
});
