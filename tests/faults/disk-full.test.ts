/** The embedded log on a disk that takes no more. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../server/event-log/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { findFaults, type Load, parseAcknowledgements } from '../support/acknowledgements.ts';

const program = fileURLToPath(new URL('../support/appending-program.ts', import.meta.url));

test('a full disk is told, appends are refused, and everything acknowledged before is there', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'potluck-full-'));
  const [file, notes] = [join(directory, 'events.db'), join(directory, 'notes')];
  // Checkpoints so often that the database reaches the limit before the write-ahead log does.
  const load: Load = { file, notes, writers: 8, sessions: 1, maxTextLength: 20_000, checkpointPages: 100 };
  // No file may grow past some megabytes; without the trap the system would kill the process instead of refusing.
  const limited = `trap '' XFSZ; ulimit -f 5000; exec "$0" "$@"`;
  const ran = spawnSync('sh', ['-c', limited, process.execPath, program, JSON.stringify(load)], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(ran.stderr.match(/its write-ahead log grows and cannot be moved/g)).toHaveLength(1);
  expect(ran.stderr).toContain('EventLogUnavailable: The event log could not be written, see the disk');

  const log = await openSqliteEventLog({ file });
  const events: RecordedEvent[] = [];
  for await (const event of log.readAll()) events.push(event);
  const acknowledged = parseAcknowledgements(readFileSync(notes, 'utf8'));
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(findFaults(events, acknowledged)).toEqual([]);
  await log.close();
  rmSync(directory, { recursive: true });
});
