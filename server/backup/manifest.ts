import { DamagedFile } from '../log-transfer/read-log-file.ts';
import { isPictureFile } from '../pictures/file-names.ts';

export const formatName = 'potluck-backup';
/** 2: with the seals. 3: with uploaded photos. */
export const formatVersion = 3;

export const manifestName = 'manifest.json';
export const accountsName = 'accounts/accounts.sqlite';
export const logNames = { sqlite: 'events.sqlite', eventstoredb: 'events.ndjson.zst' } as const;

export const sealsFolder = 'seals';
export const sealNames = {
  checkpoints: 'seals/checkpoints',
  keys: 'seals/public-keys',
  leaves: 'seals/leaves',
} as const;

const avatar = /^[0-9a-f-]{36}\.(?:jpeg|webp)$/;

/** A folder of pictures: avatars, or uploaded photos. */
export interface PictureFolder {
  /** Of the parts' names, and in the data folder. */
  readonly name: 'avatars' | 'pictures';
  /** Whether a file of the folder is a complete picture, or what is known about one. */
  readonly has: (file: string) => boolean;
}

export const pictureFolders: Readonly<Record<PictureFolder['name'], PictureFolder>> = {
  avatars: { name: 'avatars', has: (file) => avatar.test(file) },
  pictures: { name: 'pictures', has: isPictureFile },
};

export const pictureName = ({ name }: PictureFolder, file: string): string => `${name}/${file}`;

/** Names that a part may have. No other is extracted, so that nothing is written outside the folder. */
export const isPartName = (name: string): boolean =>
  name === accountsName ||
  name === logNames.sqlite ||
  name === logNames.eventstoredb ||
  Object.values<string>(sealNames).includes(name) ||
  Object.values(pictureFolders).some(
    (folder) => name.startsWith(`${folder.name}/`) && folder.has(name.slice(folder.name.length + 1)),
  );

export interface Part {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The last entry of a backup: what the others must be. */
export interface Manifest {
  readonly format: typeof formatName;
  readonly version: number;
  /** When the backup began (ISO 8601, UTC). */
  readonly at: string;
  /** The file or the hosts of the log. For people. */
  readonly origin: string;
  readonly log: { readonly kind: keyof typeof logNames; readonly events: number };
  readonly hasAccounts: boolean;
  /** Number of sealed events; 0 without seals. */
  readonly sealed: number;
  readonly avatars: number;
  /** Number of files of uploaded photos. */
  readonly pictures: number;
  readonly parts: readonly Part[];
}

/** @throws DamagedFile */
export function parseManifest(file: string, json: string): Manifest {
  const damaged = (problem: string) => new DamagedFile(`${file}: ${manifestName}: ${problem}`);
  let manifest: Partial<Manifest> | null;
  try {
    manifest = JSON.parse(json);
  } catch {
    throw damaged('it is not JSON');
  }
  if (manifest?.format !== formatName || typeof manifest.version !== 'number') throw damaged('it is of no backup');
  if (manifest.version > formatVersion) {
    throw damaged(`a newer release of Potluck made this backup (format ${manifest.version}): restore it with that one`);
  }
  const { format, version, at, origin, log, hasAccounts, sealed = 0, avatars, pictures = 0, parts } = manifest;
  if (!isLog(log) || !Array.isArray(parts) || !parts.every(isPart)) throw damaged('it is incomplete');
  if (typeof at !== 'string' || typeof origin !== 'string') throw damaged('it is incomplete');
  if (typeof avatars !== 'number' || typeof hasAccounts !== 'boolean') throw damaged('it is incomplete');
  if (typeof sealed !== 'number' || typeof pictures !== 'number') throw damaged('it is incomplete');
  return { format, version, at, origin, log, hasAccounts, sealed, avatars, pictures, parts };
}

const isLog = (log: Manifest['log'] | undefined): log is Manifest['log'] =>
  typeof log === 'object' && log !== null && Object.hasOwn(logNames, log.kind) && typeof log.events === 'number';

const isPart = (part: Partial<Part> | null): boolean =>
  typeof part?.name === 'string' && typeof part.bytes === 'number' && typeof part.sha256 === 'string';
