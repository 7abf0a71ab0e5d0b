/** A log on SQLite with its seals, in a folder of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkSeals, type SealReport } from '../../server/audit/seals/check/check-seals.ts';
import type { Checkpoint } from '../../server/audit/seals/checkpoint.ts';
import { openKey } from '../../server/audit/seals/key-file.ts';
import { type SealFolder, sealFolder } from '../../server/audit/seals/seal-folder.ts';
import { Sealer } from '../../server/audit/seals/sealer.ts';
import { newId } from '../../server/commands/ids.ts';
import type { JsonObject, NewEvent, ReadableLog } from '../../server/core/event-log.ts';
import { openSqliteLogReader } from '../../server/event-log/sqlite/open-sqlite-log-reader.ts';
import { seedLog } from '../bench/replay/seed-log.ts';

export interface SealedLog {
  readonly path: string;
  readonly file: string;
  readonly seals: string;
  readonly folder: SealFolder;
  /** Appends events to a few streams. */
  append(count: number): void;
  /** Reads the log with a new connection. */
  read<T>(work: (log: ReadableLog) => Promise<T>): Promise<T>;
  /** Seals up to the end, with a checkpoint after every `every` events. */
  seal(every?: number): Promise<Checkpoint | undefined>;
  check(): Promise<SealReport>;
  /** Changes the file behind the log's back. */
  tamper(change: (db: DatabaseSync) => void): void;
  remove(): Promise<void>;
}

export const streams = 7;

export const eventOf = (n: number, data: JsonObject = {}): NewEvent => ({
  id: newId(),
  type: n % 3 === 0 ? 'GroceryItemChecked' : 'GroceryItemsAdded',
  data: { n, name: `Crème ${n}`, amount: n / 4, tags: ['a', null, n % 2 === 0], ...data },
  meta: {
    actor: `cook-${n % 5}`,
    commandId: newId(),
    correlationId: newId(),
    at: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
    schema: 1,
  },
});

export const streamOf = (n: number): string => `groceryList-${n % streams}`;

export async function makeSealedLog(): Promise<SealedLog> {
  const path = await mkdtemp(join(tmpdir(), 'potluck-seals-'));
  const file = join(path, 'events.sqlite');
  const seals = join(path, 'seals');
  const folder = sealFolder(seals);
  const revisions = new Map<string, number>();
  let count = 0;
  async function read<T>(work: (log: ReadableLog) => Promise<T>): Promise<T> {
    const log = openSqliteLogReader(file);
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  }
  return {
    path,
    file,
    seals,
    folder,
    append: (added) => {
      const events = Array.from({ length: added }, (_, n) => ({
        stream: streamOf(count + n),
        event: eventOf(count + n),
      }));
      count += added;
      seedLog(file, events, revisions);
    },
    read,
    seal: (every = 10_000) =>
      read(async (log) => {
        const last = await folder.checkpoints.last();
        const signer = await openKey({ keyFile: join(seals, 'key'), origin: undefined }, last?.origin);
        const sealer = await Sealer.open(folder, signer, log);
        const from = sealer.position === undefined ? {} : { after: sealer.position };
        for await (const event of log.readAll(from)) {
          sealer.add(event);
          if (sealer.size % every === 0) await sealer.seal();
        }
        await sealer.seal();
        return folder.checkpoints.last();
      }),
    check: () => read((log) => checkSeals(log, seals)),
    tamper: (change) => {
      const db = new DatabaseSync(file);
      change(db);
      // Someone who forges events would compute new ones.
      db.exec('UPDATE events SET checksum = NULL');
      db.close();
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
