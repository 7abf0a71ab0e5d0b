/** What the roles of the program share to send push messages. */
import { type PushKeys, type PushSettings, readPushKeys } from './push/keys.ts';
import { subscriptionFolder } from './push/subscription-folder.ts';
import type { PushReceivers } from './push/subscriptions.ts';

export interface OpenedPush extends PushReceivers {
  readonly keys: PushKeys & { readonly contact: string };
  /** Of the subscriptions. */
  readonly folder: string;
}

/** @throws Error with one line that says what to set */
export async function openPush({ keyFile, contact }: PushSettings, folder: string): Promise<OpenedPush> {
  const keys = await readPushKeys(keyFile);
  return { publicKey: keys.publicKey, subscriptions: subscriptionFolder(folder), keys: { ...keys, contact }, folder };
}
