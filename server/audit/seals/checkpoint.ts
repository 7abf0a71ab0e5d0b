/** Signed tree heads by https://c2sp.org/tlog-checkpoint. */
import { hashBytes } from './merkle/hashes.ts';
import { type Note, parseNote, type Signer, signNote } from './note.ts';

export interface Checkpoint {
  readonly origin: string;
  /** Number of sealed events. */
  readonly size: number;
  readonly root: Buffer;
  /** The signed note, as is. */
  readonly text: string;
  readonly note: Note;
}

export const signCheckpoint = (size: number, root: Buffer, signer: Signer): string =>
  signNote(`${signer.verifier.name}\n${size}\n${root.toString('base64')}\n`, signer);

/** Undefined if it is no checkpoint. Signatures are not verified. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const note = parseNote(text);
  const [, origin, digits, encoded] =
    /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(note?.text ?? '') ?? [];
  if (!note || origin === undefined || encoded === undefined) return undefined;
  const root = Buffer.from(encoded, 'base64');
  const size = Number(digits);
  if (root.length !== hashBytes || !Number.isSafeInteger(size)) return undefined;
  return { origin, size, root, text, note };
}
