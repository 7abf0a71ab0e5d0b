import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../core/files/is-missing.ts';
import type { Checkpoint } from './checkpoint.ts';
import { CheckpointFile } from './checkpoint-file.ts';
import { EventIndex } from './event-index.ts';
import { InvalidKey, parseVerifier, type Verifier } from './note.ts';
import { type Sealing, sealingOf } from './sealing.ts';
import { TileFolder } from './tile-folder.ts';

/** The files of the seals. Other processes may read them while one seals. */
export interface SealFolder {
  readonly path: string;
  readonly tiles: TileFolder;
  readonly checkpoints: CheckpointFile;
  readonly index: EventIndex;
  readonly publicKeysFile: string;
  /** Held by the process that seals. */
  readonly lockFile: string;
}

export const sealFolder = (path: string): SealFolder => ({
  path,
  tiles: new TileFolder(path),
  checkpoints: new CheckpointFile(join(path, 'checkpoints')),
  index: new EventIndex(join(path, 'events.index')),
  publicKeysFile: join(path, 'public-keys'),
  lockFile: join(path, 'lock'),
});

/** The public keys of all checkpoints, oldest first: the last one is in use. Lines that are no key are skipped. */
export async function readPublicKeys({ publicKeysFile }: SealFolder): Promise<Verifier[]> {
  try {
    return (await readFile(publicKeysFile, 'utf8')).split('\n').flatMap(verifiersOf);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function verifiersOf(line: string): Verifier[] {
  try {
    return [parseVerifier(line)];
  } catch (error) {
    if (error instanceof InvalidKey) return [];
    throw error;
  }
}

/** What the HTTP API shows. */
export interface PublishedSeals {
  readonly path: string;
  /** The newest one; undefined while there is none. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Note verifier strings, the current one first. */
  publicKeys(): Promise<string[]>;
  /** When the newest checkpoint was stored. */
  sealedAt(): Promise<Date | undefined>;
  /** Undefined while the event at a position is not sealed. */
  sealingOf(position: bigint): Promise<Sealing | undefined>;
}

export function publishedSeals(path: string): PublishedSeals {
  const folder = sealFolder(path);
  return {
    path,
    checkpoint: () => folder.checkpoints.last(),
    sealedAt: () => folder.checkpoints.changedAt(),
    sealingOf: (position) => sealingOf(folder, position),
    publicKeys: async () => (await readPublicKeys(folder)).map(({ text }) => text).reverse(),
  };
}
