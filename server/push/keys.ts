/** The keys by which push services recognise this installation (VAPID, RFC 8292). */
import { createECDH } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../core/files/directories.ts';

export interface PushSettings {
  readonly keyFile: string;
  /** Where a push service can reach the operator: a `mailto:` or `https:` address. */
  readonly contact: string;
}

/** Base64url, as browsers and push services take them. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const curve = 'prime256v1';

/** @throws Error with one line that says what to set */
export async function readPushKeys(file: string): Promise<PushKeys> {
  try {
    const { publicKey, privateKey }: Partial<PushKeys> = JSON.parse(await readFile(file, 'utf8'));
    if (typeof publicKey === 'string' && typeof privateKey === 'string' && publicOf(privateKey) === publicKey) {
      return { publicKey, privateKey };
    }
  } catch (error) {
    throw unusable(file, error);
  }
  throw unusable(file);
}

/** Makes keys and a file for them, which only this account can read. @throws Error if there is such a file */
export async function makePushKeys(file: string): Promise<PushKeys> {
  const ecdh = createECDH(curve);
  const keys: PushKeys = { publicKey: ecdh.generateKeys('base64url'), privateKey: padded(ecdh.getPrivateKey()) };
  const syncDirectories = await makeDirectory(dirname(file));
  {
    await using handle = await open(file, 'wx', 0o600);
    await handle.writeFile(`${JSON.stringify(keys)}\n`);
    await handle.sync();
  }
  await syncDirectories();
  return keys;
}

function publicOf(privateKey: string): string {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(privateKey, 'base64url');
  return ecdh.getPublicKey('base64url');
}

/** Node leaves out leading zeros. */
const padded = (key: Buffer): string => Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');

/** Without what the file contains. */
const unusable = (file: string, cause?: unknown): Error =>
  new Error(
    `WEB_PUSH_KEY_FILE: ${file} has no keys for push messages: make some with npm run potluck -- web-push keys ${file}, or restore the file`,
    { cause },
  );
