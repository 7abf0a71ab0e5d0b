import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureWebBuilt } from './web-build.ts';

let repository = '';
let builds = 0;

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
};

const build = (): boolean => {
  builds += 1;
  write('dist/web/index.html', '<html></html>');
  return true;
};

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'potluck-web-build-'));
  builds = 0;
  write('web/main.tsx', 'one');
  write('server/contracts/community.ts', 'one');
  write('vite.config.ts', 'one');
  write('package-lock.json', 'one');
});

afterEach(() => rmSync(repository, { recursive: true, force: true }));

test('builds once, and not again while nothing changes', () => {
  expect(ensureWebBuilt(repository, build)).toBe('built');
  expect(ensureWebBuilt(repository, build)).toBe('up to date');
  expect(builds).toBe(1);
});

test.each([
  'web/main.tsx',
  'web/features/new-one.tsx',
  'server/contracts/community.ts',
  'vite.config.ts',
  'package-lock.json',
])('builds again after a change of %s', (path) => {
  ensureWebBuilt(repository, build);
  write(path, 'two');
  expect(ensureWebBuilt(repository, build)).toBe('built');
});

test('builds again when a file was renamed, and when the result is gone', () => {
  ensureWebBuilt(repository, build);
  rmSync(join(repository, 'web/main.tsx'));
  write('web/other.tsx', 'one');
  expect(ensureWebBuilt(repository, build)).toBe('built');
  rmSync(join(repository, 'dist/web'), { recursive: true });
  expect(ensureWebBuilt(repository, build)).toBe('built');
});

test('tries again after a build that failed', () => {
  const failing = (): boolean => {
    write('dist/web/index.html', 'half');
    return false;
  };
  expect(ensureWebBuilt(repository, failing)).toBe('failed');
  expect(ensureWebBuilt(repository, build)).toBe('built');
});
