import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLetters } from './letters.ts';

const dayMs = 24 * 60 * 60_000;

function openFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'potluck-letters-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}
const letterTo = (name: string) => ({ to: `${name}@example.org`, subject: 'PASSWORD_RESET', link: `http://x/${name}` });

test('a later letter leaves the file of an earlier one as it is, for the owner alone', () => {
  const dir = openFolder();
  const letters = openLetters(dir, { max: 10, now: () => 0 });
  const [mia, tom] = [letters.write(letterTo('mia')), letters.write(letterTo('tom'))];
  expect(readFileSync(mia, 'utf8')).toBe('To: mia@example.org\nSubject: PASSWORD_RESET\n\nhttp://x/mia\n');
  expect(readFileSync(tom, 'utf8')).toContain('http://x/tom');
  expect([mia, join(dir, 'letters')].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
});

test('letters are removed when there are too many, after a day, and by the next process', () => {
  const dir = openFolder();
  writeFileSync(join(dir, 'last-letter.txt'), 'of an older release');
  let now = 0;
  const letters = openLetters(dir, { max: 2, now: () => now });
  const kept = () => readdirSync(join(dir, 'letters')).map((name) => name.slice(-5, -4));
  for (let i = 0; i < 3; i++) letters.write(letterTo('mia'));
  expect(kept()).toEqual(['2', '3']);
  now = dayMs;
  letters.write(letterTo('mia'));
  expect(kept()).toEqual(['4']);
  const restarted = openLetters(dir, { max: 2, now: () => now + 1 });
  expect([kept(), readdirSync(dir)]).toEqual([[], ['letters']]);
  const path = restarted.write(letterTo('tom'));
  expect(path).not.toMatch(/1970-01-01/);
});
