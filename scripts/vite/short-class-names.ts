import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const web = resolve(import.meta.dirname, '../../web');
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The class names of each style sheet, in the order of their definitions, by its four characters. */
const sheets = new Map<string, { readonly file: string; readonly names: string[] }>();

/**
 * Makes the names of CSS Modules' classes short: with Vite's own, the page is an eighth larger. They are the same in each
 * build of the same sources, and depend on their own style sheet alone, so that other scripts stay in browsers' caches.
 */
export const shortClassNames: Plugin = {
  name: 'short-class-names',
  apply: 'build',
  config: () => ({ css: { modules: { generateScopedName: shortName } } }),
};

/** @returns `_`, four characters of the style sheet, and one letter or more of the name in it */
function shortName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative(web, file)).digest().readUInt32BE() % 36 ** 4;
  const characters = hash.toString(36).padStart(4, '0');
  const sheet = sheets.get(characters) ?? { file, names: [] };
  if (sheet.file !== file) throw new Error(`${file} and ${sheet.file} would share class names: rename one of them`);
  sheets.set(characters, sheet);
  if (!sheet.names.includes(name)) sheet.names.push(name);
  return `_${characters}${inLetters(sheet.names.indexOf(name))}`;
}

const inLetters = (index: number): string =>
  (index < letters.length ? '' : inLetters(Math.floor(index / letters.length) - 1)) + letters[index % letters.length];
