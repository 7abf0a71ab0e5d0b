import { hash } from 'node:crypto';
import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../core/files/is-missing.ts';
import { writeDurably } from '../core/files/write-durably.ts';
import { type PushSubscriptions, PushUnavailable, type StoredSubscription } from './subscriptions.ts';

const extension = '.json';
/** File systems may ignore case, which uids and addresses do not. */
const nameOf = (text: string): string => hash('sha256', text);
const fileOf = (endpoint: string): string => nameOf(endpoint) + extension;

/** Keeps each subscription as a file, in a folder of its user. Only this account of the machine can read them. */
export function subscriptionFolder(folder: string): PushSubscriptions {
  const folderOf = (uid: string): string => join(folder, nameOf(uid));

  async function readIn(userFolder: string): Promise<StoredSubscription[]> {
    const names = (await namesIn(userFolder)).filter((name) => name.endsWith(extension));
    const found = await Promise.all(names.map((name) => readSubscription(join(userFolder, name))));
    return found.filter((each) => each !== undefined);
  }

  return {
    of: (uid) => available(() => readIn(folderOf(uid))),
    users: () =>
      available(async () => {
        const uids = new Set<string>();
        for (const name of await namesIn(folder)) {
          if (name.includes('.')) continue;
          for (const { uid } of await readIn(join(folder, name))) uids.add(uid);
        }
        return [...uids];
      }),
    put: (subscription) =>
      available(() => {
        const { uid, endpoint } = subscription;
        return writeDurably(folderOf(uid), fileOf(endpoint), Buffer.from(JSON.stringify(subscription)));
      }),
    remove: (uid, endpoint) =>
      available(async () => {
        await rm(join(folderOf(uid), fileOf(endpoint)), { force: true });
        // Unless there are others.
        await rmdir(folderOf(uid)).catch(() => undefined);
      }),
  };
}

async function readSubscription(file: string): Promise<StoredSubscription | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    // Removed meanwhile.
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PushUnavailable(String(error), { cause: error });
  }
}
