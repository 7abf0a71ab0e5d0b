import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { noControls } from '../../projections/runner/control.ts';
import { makeSealedLog } from '../../tests/support/sealed-log.ts';
import { until } from '../../tests/support/until.ts';
import { silentLogger } from '../core/logger.ts';
import { openSqliteLogReader } from '../event-log/sqlite/open-sqlite-log-reader.ts';
import { Verifications } from './verifications.ts';

async function openVerifications(recorded: string[] = []) {
  const sealed = await makeSealedLog();
  sealed.append(20);
  const log = openSqliteLogReader(sealed.file);
  const store = new MemoryReadModels();
  // Empty: the events of grocery lists are missing in theirs.
  const head = await log.head();
  for (const definition of allProjections) await store.open(definition).commit(undefined, head ?? 0n, []);
  const verifications = new Verifications({
    log,
    open: (definition) => store.open(definition),
    controls: noControls,
    seals: join(tmpdir(), 'potluck-no-seals'),
    record: async ({ results }, by) => {
      const found = results.map(({ projection, differences }) => `${projection} ${differences}`);
      recorded.push(`${found.join(', ')} by ${by}`);
    },
    logger: silentLogger,
  });
  return {
    verifications,
    close: async () => {
      await verifications.close();
      await log.close();
      await sealed.remove();
    },
  };
}

const ofPosts = () => ({ projection: 'posts', signal: new AbortController().signal, onReplayed: () => {} });

describe('one verification at a time', () => {
  test('whichever of a command and a call began it', async () => {
    const recorded: string[] = [];
    const { verifications, close } = await openVerifications(recorded);
    const findings = verifications.findings(ofPosts());
    expect(verifications.start({ by: 'eve' })).toBeUndefined();
    expect(verifications.findings(ofPosts())).toBeUndefined();
    const kinds: string[] = [];
    for await (const { kind } of findings ?? []) kinds.push(kind);
    expect(kinds).toEqual(['verified']);

    expect(verifications.start({ by: 'eve', projection: 'posts' })).toMatchObject({ state: 'running', modelCount: 1 });
    expect(verifications.findings(ofPosts())).toBeUndefined();
    await until(() => verifications.latest()?.state === 'done');
    expect(verifications.start({ by: 'eve', projection: 'posts' })).toBeDefined();
    await close();
    expect(recorded.slice(0, 2)).toEqual(['posts 0 by potluck-machine', 'posts 0 by eve']);
  });

  test('and another can begin after a reader has left', async () => {
    const { verifications, close } = await openVerifications();
    for await (const _ of verifications.findings(ofPosts()) ?? []) break;
    expect(verifications.findings(ofPosts())).toBeDefined();
    await close();
  });
});

test('a verification that an operator stops is shown as stopped, and none is left to stop', async () => {
  const { verifications, close } = await openVerifications();
  expect(verifications.stop()).toBe(false);
  verifications.start({ by: 'eve' });
  expect(verifications.stop()).toBe(true);
  await until(() => verifications.latest()?.state !== 'running');
  expect(verifications.latest()).toMatchObject({ state: 'stopped', error: 'An operator stopped it' });
  await until(() => !verifications.stop());
  await close();
});

test('a verification that runs when the server stops has ended before the log is closed', async () => {
  const { verifications, close } = await openVerifications();
  verifications.start({ by: 'eve' });
  await verifications.close();
  expect(verifications.latest()).toMatchObject({ state: 'failed', error: 'The server stopped' });
  await close();
});

describe('what a verification found', () => {
  test('is recorded once, with the results for all projections', async () => {
    const recorded: string[] = [];
    const { verifications, close } = await openVerifications(recorded);
    verifications.start({ by: 'eve' });
    await until(() => verifications.latest()?.state === 'done');
    await close();
    const expected = verifications.names.map((name) => expect.stringMatching(new RegExp(`^${name} \\d`)));
    expect(recorded).toHaveLength(1);
    expect(recorded[0]?.split(', ')).toEqual(expected);
  });

  test('is recorded as far as it was compared when the reader leaves', async () => {
    const recorded: string[] = [];
    const { verifications, close } = await openVerifications(recorded);
    const findings = verifications.findings({ ...ofPosts(), projection: undefined });
    for await (const { kind } of findings ?? []) if (kind === 'verified') break;
    await close();
    expect(recorded).toEqual([`${verifications.names[0]} 0 by potluck-machine`]);
  });
});
