/** `npm run potluck -- audit verify` compares the log with its seals, too. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { makeSealedLog, type SealedLog } from '../support/sealed-log.ts';
import { serverEnvironment } from '../support/server-environment.ts';

let log: SealedLog;
beforeAll(async () => {
  log = await makeSealedLog();
  log.append(30);
});
afterAll(() => log.remove());

async function verify(...args: readonly string[]) {
  const { code, stdout, err } = await runInProcess(serverEnvironment({ DATA_DIR: log.path }), args);
  return { code, out: stdout.trimEnd(), err: err.join('\n') };
}

test('names each event that was changed after it was sealed', async () => {
  expect(await verify('audit', 'verify', '--seals')).toEqual({
    ...{ code: 0, err: '', out: `Nothing is sealed in ${log.seals} yet` },
  });
  await log.seal(10);
  expect(await verify('audit', 'verify', '--seals')).toEqual({
    ...{ code: 0, err: '', out: 'The log is as it was sealed: 30 events, 3 checkpoints' },
  });

  log.tamper((db) => void db.exec(`UPDATE events SET record = json_set(record, '$[0].n', 999) WHERE position = 12`));
  const whole = await verify('audit', 'verify');
  expect(whole.code).toBe(1);
  expect(whole.out).toMatch(/^changed .*position 12 /m);
  expect(whole.err).toBe('The log and its seals differ (1 finding): docs/audit.md says what to do');
  const { code, out } = await verify('--json', 'audit', 'verify', '--seals');
  expect(code).toBe(1);
  expect(out.split('\n').map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ kind: 'changed', position: '12', message: expect.stringContaining('position 12') }),
    { kind: 'seals', size: 30, checkpoints: 3, keys: [expect.anything()], isComplete: true, findings: 1 },
  ]);
});

test('shows from where on another key signs', { tags: 'extended' }, async () => {
  rmSync(join(log.seals, 'key'));
  log.append(1);
  await log.seal();
  const { out } = await verify('audit', 'verify', '--seals');
  expect(out).toMatch(/^Another key signs from the checkpoint of 31 events on: potluck\S+$/m);
});

test('leaves the seals out when one projection is named', { tags: 'extended' }, async () => {
  expect(await verify('audit', 'verify', '--projection', 'posts')).toMatchObject({ code: 0, err: '' });
  expect((await verify('audit', 'verify', '--projection', 'posts', '--seals')).code).toBe(2);
});
