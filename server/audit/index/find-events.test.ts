import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newEvent } from '../../../tests/contracts/event-log/sample-events.ts';
import type { EventLog, RecordedEvent } from '../../core/event-log.ts';
import { openSqliteEventLog } from '../../event-log/sqlite/open-sqlite-event-log.ts';
import { AuditIndex, type IndexFilter } from './audit-index.ts';
import { findEvents } from './find-events.ts';
import { followLog } from './follow-log.ts';

let folder: string;
let log: EventLog;
let index: AuditIndex;
const all: RecordedEvent[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-find-'));
  log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  index = new AuditIndex(join(folder, 'audit.sqlite'));
  const streams = ['post-1', 'post-2', 'recipe-1'];
  for (let n = 0; n < 230; n++) {
    const { meta, ...event } = newEvent();
    const at = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
    const written = { ...event, type: n % 2 ? 'Odd' : 'Even', meta: { ...meta, actor: n % 5 ? 'mia' : 'tom', at } };
    const revision = Math.floor(n / streams.length) - 1;
    await log.append(streams[n % streams.length] ?? '', [written], revision < 0 ? 'no_stream' : BigInt(revision));
  }
  for await (const event of log.readAll()) all.push(event);
  await followLog(log, index, { signal: new AbortController().signal, atHead: async () => false, maxEvents: 20 });
});
afterAll(async () => {
  index[Symbol.dispose]();
  await log.close();
  rmSync(folder, { recursive: true });
});

const time = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
const filters: IndexFilter[] = [
  {},
  { actor: 'tom' },
  { types: ['Odd'] },
  { since: time(19), until: time(40) },
  { actor: 'mia', types: ['Even', 'Unknown'] },
  { correlationId: 'of no request' },
];

test.each(['forwards', 'backwards'] as const)(
  'the events of a stream, %s, need no search of the index',
  async (way) => {
    const searched = vi.spyOn(index, 'find');
    for (const filter of [...filters, { commandId: all[7]?.meta.commandId ?? '' }]) {
      for (const after of [undefined, all[30]?.position ?? 0n]) {
        const query = { ...filter, stream: 'post-2', direction: way, limit: 7, ...(after !== undefined && { after }) };
        const found: bigint[] = [];
        for await (const { position } of findEvents(log, index, query)) found.push(position);
        expect(searched).not.toHaveBeenCalled();
        expect(found).toEqual(index.find(query).map(({ position }) => position));
        searched.mockClear();
      }
    }
  },
);

test.each(['forwards', 'backwards'] as const)(
  'finds more than a page of the index has, %s, up to the limit',
  async (way) => {
    const expected = way === 'forwards' ? all : all.toReversed();
    for (const limit of [150, 200, 1_000]) {
      const found: bigint[] = [];
      for await (const { position } of findEvents(log, index, { direction: way, limit })) found.push(position);
      expect(found).toEqual(expected.slice(0, limit).map(({ position }) => position));
    }
  },
);
