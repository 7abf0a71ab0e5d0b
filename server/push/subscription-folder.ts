import { hash } from 'node:crypto';
import { readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { notificationLimits } from '../core/contracts/limits.ts';
import { isMissing } from '../core/files/is-missing.ts';
import { writeDurably } from '../core/files/write-durably.ts';
import type { Logger } from '../core/logger.ts';
import { oneAtATime } from '../core/timing/one-at-a-time.ts';
import { type PushSubscriptions, PushUnavailable, type StoredSubscription } from './subscriptions.ts';

const extension = '.json';
/** File systems may ignore case, which uids and addresses do not. */
const nameOf = (text: string): string => hash('sha256', text);
const fileOf = (endpoint: string): string => nameOf(endpoint) + extension;

/**
 * Keeps each subscription as a file, in a folder of its user, and the uid of the user as a file of the same name in
 * `owners.index`. Only this account of the machine can read them. Changes take turns within this process only: another node
 * may write back what was erased here, so a subscription counts only while its owner is in the index.
 */
export function subscriptionFolder(folder: string, logger: Pick<Logger, 'warn'>): PushSubscriptions {
  const owners = join(folder, 'owners.index');
  const folderOf = (uid: string): string => join(folder, nameOf(uid));
  const inTurn = oneAtATime();
  // Work for an endpoint contains work for a user, and never the other way round.
  const forEndpoint = <T>(endpoint: string, work: () => Promise<T>) => inTurn(`endpoint ${endpoint}`, work);
  const forUser = <T>(uid: string, work: () => Promise<T>) => inTurn(`user ${uid}`, work);

  async function readIn(userFolder: string): Promise<StoredSubscription[]> {
    const names = (await namesIn(userFolder)).filter((name) => name.endsWith(extension));
    const found = await Promise.all(names.map((name) => read(join(userFolder, name))));
    return found.filter((each) => each !== undefined);
  }

  /** Those that are not left over from a former user of their browser. */
  async function readOwnedIn(userFolder: string): Promise<StoredSubscription[]> {
    const all = await readIn(userFolder);
    const uids = await Promise.all(all.map(({ endpoint }) => ownerOf(endpoint)));
    return all.filter(({ uid }, n) => uids[n] === uid);
  }

  async function read(file: string): Promise<StoredSubscription | undefined> {
    const text = await textOf(file);
    if (text === undefined) return undefined;
    const subscription = subscriptionIn(text);
    if (subscription) return subscription;
    // Its browser sends it again within a week.
    logger.warn({ file }, 'A subscription for push messages is damaged, and set aside');
    await rename(file, `${file}.damaged`).catch(() => undefined);
    return undefined;
  }

  const write = (subscription: StoredSubscription): Promise<void> =>
    writeDurably(folderOf(subscription.uid), fileOf(subscription.endpoint), Buffer.from(JSON.stringify(subscription)));

  async function erase(uid: string, endpoint: string): Promise<void> {
    await rm(join(folderOf(uid), fileOf(endpoint)), { force: true });
    // Unless there are others.
    await rmdir(folderOf(uid)).catch(() => undefined);
  }

  const ownerOf = (endpoint: string) => textOf(join(owners, fileOf(endpoint)));

  async function disown(uid: string, endpoint: string): Promise<void> {
    if ((await ownerOf(endpoint)) === uid) await rm(join(owners, fileOf(endpoint)), { force: true });
  }

  /** After `erase`, unless it was added again since. */
  async function disownErased(uid: string, endpoint: string): Promise<void> {
    if (!(await read(join(folderOf(uid), fileOf(endpoint))))) await disown(uid, endpoint);
  }

  /** Resolves to those that had to make room. */
  const addTo = (uid: string, added: StoredSubscription): Promise<StoredSubscription[]> =>
    forUser(uid, async () => {
      const all = await readIn(folderOf(uid));
      const before = all.find(({ endpoint }) => endpoint === added.endpoint);
      await write({ ...added, sentThrough: before?.sentThrough ?? added.sentThrough });
      // Browsers that were not used for long, or that a program makes up.
      const others = all.filter((each) => each !== before).sort((a, b) => b.sentThrough - a.sentThrough);
      const excess = others.slice(notificationLimits.subscriptions - 1);
      for (const { endpoint } of excess) await erase(uid, endpoint);
      return excess;
    });

  return {
    of: (uid) => available(() => readOwnedIn(folderOf(uid))),
    users: () =>
      available(async () => {
        const uids = new Set<string>();
        for (const name of await namesIn(folder)) {
          if (name.includes('.')) continue;
          for (const { uid } of await readOwnedIn(join(folder, name))) uids.add(uid);
        }
        return [...uids];
      }),
    add: (added) =>
      available(async () => {
        const { uid, endpoint } = added;
        const excess = await forEndpoint(endpoint, async () => {
          const owner = await ownerOf(endpoint);
          if (owner !== uid) {
            if (owner !== undefined) await forUser(owner, () => erase(owner, endpoint));
            // Left over from when the browser was theirs before.
            await forUser(uid, () => erase(uid, endpoint));
            await writeDurably(owners, fileOf(endpoint), Buffer.from(uid));
          }
          return addTo(uid, added);
        });
        for (const each of excess) await forEndpoint(each.endpoint, () => disownErased(uid, each.endpoint));
      }),
    advance: (uid, endpoint, sentThrough) =>
      available(() =>
        forUser(uid, async () => {
          const current = await read(join(folderOf(uid), fileOf(endpoint)));
          if (!current) return false;
          await write({ ...current, sentThrough });
          return (await ownerOf(endpoint)) === uid;
        }),
      ),
    remove: (uid, endpoint) =>
      available(() =>
        forEndpoint(endpoint, async () => {
          // First, so that a file that another node writes back does not count.
          await disown(uid, endpoint);
          await forUser(uid, () => erase(uid, endpoint));
        }),
      ),
  };
}

function subscriptionIn(text: string): StoredSubscription | undefined {
  try {
    const { uid, endpoint, keys, sentThrough }: Partial<StoredSubscription> = JSON.parse(text);
    const { p256dh, auth } = keys ?? {};
    if (typeof uid !== 'string' || typeof endpoint !== 'string' || typeof sentThrough !== 'number') return undefined;
    if (typeof p256dh !== 'string' || typeof auth !== 'string') return undefined;
    return { uid, endpoint, keys: { p256dh, auth }, sentThrough };
  } catch {
    return undefined;
  }
}

/** Undefined if there is no such file, for example because it was removed meanwhile. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
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
