import { existsSync } from 'node:fs';
import { opendir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sealFolder } from '../audit/seals/seal-folder.ts';
import { copyDatabase } from '../core/files/copy-database.ts';
import { isMissing } from '../core/files/is-missing.ts';
import { openSqliteLogReader } from '../event-log/sqlite/open-sqlite-log-reader.ts';
import { checkLog } from '../log-transfer/check-log.ts';
import { checkLogFile } from '../log-transfer/check-log-file.ts';
import { type Source, startExport } from '../log-transfer/export-log.ts';
import { writeAtomically, writeChunks } from '../log-transfer/log-file.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import {
  accountsName,
  formatName,
  formatVersion,
  logNames,
  type Manifest,
  manifestName,
  type Part,
  type PictureFolder,
  pictureFolders,
  pictureName,
} from './manifest.ts';
import { addCheckpoints, addTree } from './seals.ts';

export type LogToBackUp =
  | { readonly kind: 'sqlite'; readonly file: string }
  | ({ readonly kind: 'eventstoredb' } & Source);

export interface BackupOptions {
  readonly file: string;
  readonly log: LogToBackUp;
  /** The database of the embedded accounts; undefined when they are elsewhere. */
  readonly accounts: string | undefined;
  /** The folder of the seals. */
  readonly seals: string;
  /** The folder of the avatars. */
  readonly avatars: string;
  /** The folder of uploaded photos; undefined when they are elsewhere. */
  readonly pictures: string | undefined;
  readonly signal: AbortSignal;
  readonly onCopy?: (bytes: number, total: number) => void;
  readonly onCheck?: (count: number) => void;
}

/**
 * Backs up the log with its seals, the embedded accounts, the avatars and photos into one file, while a server may be
 * running. What is copied of the log is checked. Needs free space for the log twice.
 * @throws Error in one line; then nothing is left under the file's name
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { log, accounts } = options;
  const at = new Date().toISOString();
  let manifest: Manifest | undefined;
  await writeAtomically(options.file, async (unfinished) => {
    const copy = `${unfinished}.copy`;
    try {
      await writeArchive(unfinished, options.signal, async (archive) => {
        // Nothing in the log may refer to what the backup lacks: an account or a picture is stored before the first
        // event that refers to it, so they are copied after the log. A picture is removed after the event that replaces
        // it, which the copy of the log may not have, so pictures are copied before the log as well.
        const [avatars, pictures] = [new Map<string, Part>(), new Map<string, Part>()];
        const addAllPictures = async () => {
          await addPictures(archive, pictureFolders.avatars, options.avatars, avatars);
          if (options.pictures) await addPictures(archive, pictureFolders.pictures, options.pictures, pictures);
        };
        await addAllPictures();
        const seals = sealFolder(options.seals);
        const checkpoints = await addCheckpoints(archive, seals, copy);
        const events = await copyLog(copy, options);
        const parts = [await archive.addFile(logNames[log.kind], copy)];
        await removeDatabase(copy);
        if (checkpoints) parts.push(checkpoints.part, ...(await addTree(archive, seals, checkpoints.last, copy)));
        const hasAccounts = accounts !== undefined && (await copyAccounts(accounts, copy, options.signal));
        if (hasAccounts) parts.push(await archive.addFile(accountsName, copy));
        await addAllPictures();
        manifest = {
          format: formatName,
          version: formatVersion,
          at,
          hasAccounts,
          origin: log.kind === 'sqlite' ? log.file : log.origin,
          log: { kind: log.kind, events },
          sealed: checkpoints?.last.size ?? 0,
          avatars: avatars.size,
          pictures: pictures.size,
          parts: [...parts, ...avatars.values(), ...pictures.values()],
        };
        await archive.addBytes(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
      });
    } finally {
      await removeDatabase(copy);
    }
  });
  if (manifest === undefined) throw new Error(`${options.file} was written without a manifest`);
  return manifest;
}

/** @returns the number of events */
async function copyLog(copy: string, { log, signal, onCopy, onCheck }: BackupOptions): Promise<number> {
  if (log.kind === 'sqlite') {
    // Says what is wrong with a file that cannot be copied.
    await openSqliteLogReader(log.file).close();
    await copyDatabase(log.file, copy, { signal, onProgress: onCopy });
    const copied = openSqliteLogReader(copy);
    try {
      return await checkLog(copied, signal, onCheck);
    } finally {
      await copied.close();
    }
  }
  const { lines } = await startExport({ source: log, signal });
  await writeChunks(copy, logNames.eventstoredb, lines, signal);
  const { count } = await checkLogFile(copy, { name: logNames.eventstoredb, signal, onCheck });
  return count;
}

/** @returns whether there are accounts */
async function copyAccounts(accounts: string, copy: string, signal: AbortSignal): Promise<boolean> {
  if (!existsSync(accounts)) return false;
  await copyDatabase(accounts, copy, { signal });
  return true;
}

/** Adds the pictures that are not added yet. A picture never changes. */
async function addPictures(
  archive: ArchiveWriter,
  pictures: PictureFolder,
  folder: string,
  added: Map<string, Part>,
): Promise<void> {
  try {
    for await (const { name } of await opendir(folder)) {
      if (!pictures.has(name) || added.has(name)) continue;
      const bytes = await readFile(join(folder, name)).catch(undefinedIfMissing);
      if (bytes !== undefined) added.set(name, await archive.addBytes(pictureName(pictures, name), bytes));
    }
  } catch (error) {
    // No picture was uploaded yet.
    if (!isMissing(error)) throw error;
  }
}

/** It was replaced or removed meanwhile. */
const undefinedIfMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(file + suffix, { force: true });
}
