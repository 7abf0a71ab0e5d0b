import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { accessesTo } from './accesses-to.ts';
import { AuditIndex } from './index/audit-index.ts';
import { followLog } from './index/follow-log.ts';
import type { ReadLog } from './time-travel/extent.ts';

test('the accesses to the data of one user are found without reading those to the data of others', async () => {
  const log = new MemoryEventLog();
  for (let n = 0; n < 300; n++) {
    const whose = n % 100 === 0 ? 'mia' : `user-${n}`;
    log.append('audit-eve', 'AccessRecorded', { what: `lists ${n}`, whose, why: 'help' }, 'eve');
    // Another event that names the same user.
    log.append('staff-mia', 'RoleGranted', { role: 'operator', by: 'eve', whose: 'mia' }, 'eve');
  }
  const folder = mkdtempSync(join(tmpdir(), 'potluck-accesses-'));
  const index = new AuditIndex(join(folder, 'audit.sqlite'));
  await followLog(log, index, {
    ...{ signal: new AbortController().signal, maxEvents: 200, atHead: async () => false },
  });
  const read: string[] = [];
  const countingLog: ReadLog = {
    head: () => log.head(),
    async *readStream(name, options) {
      for await (const event of log.readStream(name, options)) {
        read.push(event.type);
        yield event;
      }
    },
  };
  const found: string[] = [];
  for await (const { what, by } of accessesTo(countingLog, index, 'mia', 2)) found.push(`${what} by ${by.uid}`);
  expect(found).toEqual(['lists 200 by eve', 'lists 100 by eve']);
  expect(read).toEqual(['AccessRecorded', 'AccessRecorded']);

  for await (const { what } of accessesTo(countingLog, index, 'mia', 100)) found.push(what);
  expect(found.slice(2)).toEqual(['lists 200', 'lists 100', 'lists 0']);
  for await (const { what } of accessesTo(countingLog, index, 'whose mia', 100)) expect(what).toBeUndefined();
  index[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

test('each access has the name of the operator who made it', async () => {
  const log = new MemoryEventLog();
  for (const [uid, username] of [
    ['eve', 'Eve'],
    ['dan', 'Dan'],
  ] as const) {
    log.append(`profile-${uid}`, 'ProfileCreated', { username, avatar: null }, uid);
    log.append(`audit-${uid}`, 'AccessRecorded', { what: 'lists', whose: 'mia', why: 'help' }, uid);
  }
  const folder = mkdtempSync(join(tmpdir(), 'potluck-accesses-'));
  using index = new AuditIndex(join(folder, 'audit.sqlite'));
  await followLog(log, index, {
    ...{ signal: new AbortController().signal, maxEvents: 200, atHead: async () => false },
  });
  const found: (string | null)[] = [];
  for await (const { by } of accessesTo(log, index, 'mia', 10)) found.push(by.name);
  expect(found).toEqual(['Dan', 'Eve']);
  rmSync(folder, { recursive: true });
});
