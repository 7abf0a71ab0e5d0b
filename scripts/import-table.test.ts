import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const repository = resolve(import.meta.dirname, '..');
const [program = '', ...flags] = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  .scripts['lint:imports'].replace('dependency-cruiser.config.mjs', join(repository, 'dependency-cruiser.config.mjs'))
  .split(' ');

let project = '';

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};

const installPackage = (name: string): void => {
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
  write(`node_modules/${name}/index.js`, 'export {};');
};

/** Runs the import check of `npm run lint`: its exit code, and one line for each violation. */
const lint = (): { code: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(join(repository, 'node_modules/.bin', program), flags, {
    cwd: project,
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { code: status, output: stdout + stderr };
};

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'potluck-imports-'));
  for (const folder of ['server', 'projections', 'web', 'scripts', 'tests']) mkdirSync(join(project, folder));
  write('package.json', JSON.stringify({ dependencies: { ioredis: '1.0.0', leftover: '1.0.0' } }));
  write('server/main.ts', "import './event-log/sqlite/event-log.ts';");
  write('server/core/event-log.ts', 'export type EventLog = object;');
  write(
    'server/event-log/sqlite/event-log.ts',
    "import { DatabaseSync } from 'node:sqlite';\nimport '../../core/event-log.ts';",
  );
  write('server/core/contracts/community.ts', 'export const post = 1;');
  write('server/core/domain/refusal.ts', 'export const refusal = 1;');
  write('server/core/domain/post/events.ts', 'export type PostPublished = object;');
  write('server/core/domain/post/decider.ts', "import '../refusal.ts';\nimport './events.ts';");
  write('web/lib/live.ts', "import type { post } from '../../server/core/contracts/community.ts';");
  write('web/features/grocery-list/api.ts', "import '../../lib/live.ts';");
  write('projections/read-models/redis/store.ts', "import { Redis } from 'ioredis';");
  write('tests/anything.test.ts', "import 'ioredis';\nimport 'leftover';\nimport '../server/main.ts';");
  installPackage('ioredis');
  installPackage('leftover');
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

describe('the import table', () => {
  test('accepts allowed imports', () => {
    expect(lint()).toMatchObject({ code: 0 });
  });

  test('fails on each import that it does not allow, and on a cycle even of type imports, and names the rule', () => {
    const violations = [
      ['server/core/domain/profile/decider.ts', "import '../post/events.ts';", 'imports of server/core/domain/(*)/'],
      ['server/core/domain/profile/clock.ts', "import 'node:crypto';", 'no Node modules here'],
      ['server/http/routes/posts.ts', "import { Redis } from 'ioredis';", 'package ioredis'],
      ['server/live/gateway.ts', "import '../core/event-log.ts';", 'imports of server/live/'],
      ['server/commands/handle.ts', "import { DatabaseSync } from 'node:sqlite';", 'package node:sqlite'],
      ['server/core/contracts/draft.ts', "import '../domain/post/events.ts';", 'imports of server/core/contracts/'],
      [
        'projections/definitions/feed.ts',
        "import '../../server/core/domain/post/decider.ts';",
        'imports of projections/definitions/',
      ],
      ['projections/runner/runner.ts', "import 'leftover';", 'package not in the table'],
      ['server/helpers/text.ts', "import '../core/domain/refusal.ts';", 'folder not in the table'],
      ['web/features/community/feed.tsx', "import '../grocery-list/api.ts';", 'imports of web/features/(*)/'],
      ['web/app/types.ts', "import type { EventLog } from '../../server/core/event-log.ts';", 'imports of web/app/'],
      [
        'web/lib/lazy.ts',
        "export const load = () => import('../features/grocery-list/api.ts');",
        'imports of web/lib/*',
      ],
      ['server/identity/probe.ts', "import '../../tests/anything.test.ts';", 'imports of server/identity/'],
      ['server/audit/held.ts', "await using held = await import('ioredis');", 'package ioredis'],
      ['server/http/gone.ts', "import './not-there.ts';", 'no unresolvable import'],
    ] as const;
    for (const [path, text] of violations) write(path, text);
    write('server/commands/a.ts', "import type { b } from './b.ts';\nexport const a = 1;");
    write('server/commands/b.ts', "import { a } from './a.ts';\nexport const b = a;");

    const { code, output } = lint();

    expect(code).not.toBe(0);
    const missed = violations.filter(([path, , rule]) => !output.includes(`${rule}: ${path} → `));
    expect(missed, output).toEqual([]);
    expect(output).toContain('no cycles: server/commands/a.ts');
  });
});
