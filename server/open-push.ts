/** What the roles of the program share to send push messages. */
import type { Logger } from './core/logger.ts';
import { type PushKeys, type PushSettings, readPushKeys } from './push/keys.ts';
import { subscriptionFolder } from './push/subscription-folder.ts';
import type { PushReceivers } from './push/subscriptions.ts';

export interface OpenedPush extends PushReceivers {
  readonly keys: PushKeys & { readonly contact: string };
  /** Of the subscriptions. */
  readonly folder: string;
}

/** @throws Error with one line that says what to set */
export async function openPush(
  { keyFile, contact }: PushSettings,
  folder: string,
  logger: Pick<Logger, 'warn'>,
): Promise<OpenedPush> {
  const keys = await readPushKeys(keyFile);
  const subscriptions = subscriptionFolder(folder, logger);
  return { publicKey: keys.publicKey, subscriptions, keys: { ...keys, contact }, folder };
}
