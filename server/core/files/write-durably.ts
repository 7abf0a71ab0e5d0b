import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from './directories.ts';

/** What `writeDurably` leaves behind if the process is killed: the name of the file, a UUID, and `part`. */
export const partialFile = /\.[0-9a-f-]{36}\.part$/;

/**
 * Writes a file as a whole or not at all, in place of an existing one, and creates its folder if missing. Resolves once
 * it is durable.
 */
export async function writeDurably(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const unfinished = join(folder, `${name}.${randomUUID()}.part`);
  try {
    const syncDirectories = await makeDirectory(folder);
    await writeAndSync(unfinished, bytes);
    await rename(unfinished, join(folder, name));
    await syncDirectories();
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeAndSync(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.sync();
}
