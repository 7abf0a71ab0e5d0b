import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog, ReadableLog } from '../core/event-log.ts';
import { makeDirectory, syncDirectory } from '../core/files/directories.ts';
import { isMissing } from '../core/files/is-missing.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { checkLog } from '../log-transfer/check-log.ts';
import { exportedLog } from '../log-transfer/exported-log.ts';
import { importLog } from '../log-transfer/import-log.ts';
import { isSystemError, remedyFor } from '../log-transfer/log-file.ts';
import { moveLog } from '../log-transfer/move-log.ts';
import { DamagedFile } from '../log-transfer/read-log-file.ts';
import { extractArchive } from './archive.ts';
import {
  isPartName,
  logNames,
  type Manifest,
  manifestName,
  type Part,
  parseManifest,
  pictureFolders,
  sealsFolder,
} from './manifest.ts';
import { checkSealed } from './seals.ts';

export interface RestoreOptions {
  readonly file: string;
  /** The data folder: missing or empty. */
  readonly folder: string;
  /** Where the log is restored to: an empty log on EventStoreDB; undefined: into the folder. */
  readonly log: EventLog | undefined;
  readonly signal: AbortSignal;
  readonly onCheck?: (count: number, total: number) => void;
  /** While the log is compared with its seals. */
  readonly onCheckSeals?: (count: number, total: number) => void;
  readonly onImport?: (count: number, total: number) => void;
}

const stagingPrefix = '.restore-';

/**
 * Restores a backup into an empty data folder. Everything is extracted into a folder beside the final names and checked
 * there, the log also against its seals, before it is moved. After an interruption the same call starts again, and continues a log on EventStoreDB.
 * @throws DamagedFile, and Error in one line when the folder or the log is not empty; then the folder stays empty
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { file, folder } = options;
  const syncFolder = await makeDirectory(folder);
  for (const name of await readdir(folder)) {
    if (name.startsWith(stagingPrefix)) await rm(join(folder, name), { recursive: true });
  }
  await assertEmpty(folder);
  const staging = join(folder, `${stagingPrefix}${randomUUID()}`);
  try {
    const manifest = await extractParts(file, staging, options.signal);
    await restoreLog(staging, manifest, options);
    await assertEmpty(folder);
    await moveInto(folder, staging, manifest);
    await syncFolder();
    return manifest;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Error(`${file} was not restored into ${folder}: ${remedyFor(error)}`, { cause: error });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The log is last: a server that is started meanwhile must not find it without the accounts. */
async function moveInto(
  folder: string,
  staging: string,
  { hasAccounts, sealed, avatars, pictures }: Manifest,
): Promise<void> {
  const names = [
    ...(hasAccounts ? ['accounts'] : []),
    ...(sealed > 0 ? [sealsFolder] : []),
    ...(avatars > 0 ? ['avatars'] : []),
    ...(pictures > 0 ? ['pictures'] : []),
  ];
  for (const name of names) await syncDirectory(join(staging, name));
  await syncDirectory(staging);
  for (const name of [...names, logNames.sqlite]) {
    const from = join(staging, name);
    if (existsSync(from)) await rename(from, join(folder, name));
  }
}

/** @throws DamagedFile when the parts are not those of the manifest */
async function extractParts(file: string, staging: string, signal: AbortSignal): Promise<Manifest> {
  for (const part of ['.', 'accounts', ...Object.keys(pictureFolders), sealsFolder]) {
    await mkdir(join(staging, part), { mode: 0o700 });
  }
  const found = await extractArchive(file, {
    signal,
    fileFor: (name) => (name === manifestName || isPartName(name) ? join(staging, name) : undefined),
  });
  const json = await readFile(join(staging, manifestName), 'utf8').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (json === undefined)
    throw new DamagedFile(`${file}: it has no ${manifestName}: it is truncated, damaged, or no backup`);
  const manifest = parseManifest(file, json);
  found.delete(manifestName);
  for (const part of manifest.parts) {
    if (!isSame(found.get(part.name), part)) throw new DamagedFile(`${file}: ${part.name} is missing or was changed`);
    found.delete(part.name);
  }
  const [unlisted] = found.keys();
  if (unlisted !== undefined) throw new DamagedFile(`${file}: ${unlisted} is not in its manifest`);
  if (!manifest.parts.some(({ name }) => name === logNames[manifest.log.kind])) {
    throw new DamagedFile(`${file}: it has no log`);
  }
  return manifest;
}

const isSame = (one: Part | undefined, other: Part): boolean =>
  one?.bytes === other.bytes && one.sha256 === other.sha256;

async function restoreLog(staging: string, { log, sealed }: Manifest, options: RestoreOptions): Promise<void> {
  const { file, signal } = options;
  const assertSealed = (extracted: Pick<ReadableLog, 'readAll'>) =>
    checkSealed({
      file,
      staging,
      sealed,
      signal,
      log: extracted,
      onProgress: (count) => options.onCheckSeals?.(count, sealed),
    });
  const staged = await openStaged(staging, file);
  try {
    const embedded = { log: staged, kind: 'sqlite' } as const;
    const target = options.log === undefined ? embedded : ({ log: options.log, kind: 'eventstoredb' } as const);
    const onImport = (count: number) => options.onImport?.(count, log.events);
    if (log.kind === 'eventstoredb') {
      const exported = join(staging, logNames.eventstoredb);
      await assertSealed(exportedLog(exported));
      const { count } = await importLog({ file: exported, target, signal, onImport });
      assertCount(file, log, count);
      return;
    }
    const count = await checkLog(staged, signal, (checked) => options.onCheck?.(checked, log.events));
    assertCount(file, log, count);
    await assertSealed(staged);
    if (options.log !== undefined) await moveLog({ source: staged, target, signal, onCopy: onImport });
  } finally {
    await staged.close();
    await rm(join(staging, `${logNames.sqlite}.lock`), { force: true });
    if (options.log !== undefined) await rm(join(staging, logNames.sqlite), { force: true });
  }
}

/** @throws Error that names the backup, such as for a log of a newer release */
async function openStaged(staging: string, file: string): Promise<EventLog> {
  const log = join(staging, logNames.sqlite);
  try {
    return await openSqliteEventLog({ file: log });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DamagedFile(`${file}: ${reason.replace(log, logNames.sqlite)}`, { cause: error });
  }
}

function assertCount(file: string, { events }: Manifest['log'], count: number): void {
  if (count !== events) throw new DamagedFile(`${file}: its log has ${count} events, and had ${events}`);
}

async function assertEmpty(folder: string): Promise<void> {
  const found = (await readdir(folder)).find((name) => !name.startsWith(stagingPrefix));
  if (found !== undefined) {
    throw new Error(`${folder} is not empty (${found}): set DATA_DIR to an empty folder, or move its files away`);
  }
}
