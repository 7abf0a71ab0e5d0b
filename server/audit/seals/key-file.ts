import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../../core/files/directories.ts';
import { isMissing } from '../../core/files/is-missing.ts';
import { InvalidKey, newSigner, parseSigner, type Signer } from './note.ts';

/** The key cannot be used. The message names the variable to correct, in one line. */
class AuditKeyUnusable extends Error {
  readonly code = 'AUDIT_KEY_UNUSABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AuditKeyUnusable';
  }
}

export interface KeySettings {
  readonly keyFile: string;
  /** The name that the seals are signed with. Undefined: that of the key. */
  readonly origin: string | undefined;
}

/**
 * The key that signs checkpoints; makes one if the file is missing.
 * @param formerOrigin the origin of the last checkpoint, which a new key keeps
 * @throws AuditKeyUnusable
 */
export async function openKey({ keyFile, origin }: KeySettings, formerOrigin: string | undefined): Promise<Signer> {
  const signer = (await readKey(keyFile)) ?? (await makeKey(keyFile, origin ?? formerOrigin ?? newOrigin()));
  const { name } = signer.verifier;
  if (origin === undefined || name === origin) return signer;
  throw new AuditKeyUnusable(
    `AUDIT_ORIGIN: set ${name}, for which the key in ${keyFile} signs, or move that file away so that a new key is made`,
  );
}

/** Unique without a name from the operator, and kept as the name of the key. */
const newOrigin = (): string => `potluck/${randomBytes(8).toString('hex')}`;

async function readKey(file: string): Promise<Signer | undefined> {
  try {
    return parseSigner(await readFile(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = error instanceof InvalidKey ? 'restore it from a backup, or move it away' : 'make it readable';
    throw new AuditKeyUnusable(`AUDIT_KEY_FILE: ${file} cannot be used (${reason}): ${remedy}`, { cause: error });
  }
}

/** A file that already exists is never replaced: another process may have made it meanwhile. */
async function makeKey(file: string, name: string): Promise<Signer> {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    const syncDirectories = await makeDirectory(dirname(file));
    {
      await using handle = await open(unfinished, 'wx', 0o600);
      await handle.writeFile(`${newSigner(name).text}\n`);
      await handle.sync();
    }
    await link(unfinished, file).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
    await rm(unfinished, { force: true });
    await syncDirectories();
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new AuditKeyUnusable(`AUDIT_KEY_FILE: set a file that this process may write to (${reason})`, {
      cause: error,
    });
  }
  const signer = await readKey(file);
  if (!signer) throw new AuditKeyUnusable(`AUDIT_KEY_FILE: ${file} was removed while the program started`);
  return signer;
}
