/**
 * Proofs as text, in the formats of other programs: https://c2sp.org/tlog-proof for inclusion, whose `extra` line has the
 * sealed event, and for consistency what is submitted to a witness (https://c2sp.org/tlog-witness, add-checkpoint).
 */
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { hashOfLeaf } from './merkle/hashes.ts';
import { isConsistent, rootByInclusion } from './merkle/proofs.ts';
import { type Verifier, verifyNote } from './note.ts';

export interface InclusionProof {
  readonly kind: 'inclusion';
  /** The sealed event in canonical JSON. */
  readonly entry: string;
  readonly leaf: number;
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: Checkpoint;
}

export interface ConsistencyProof {
  readonly kind: 'consistency';
  readonly oldSize: number;
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: Checkpoint;
}

export type Proof = InclusionProof | ConsistencyProof;

const version = 'c2sp.org/tlog-proof@v1';
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export function formatProof(proof: Proof): string {
  const head =
    proof.kind === 'inclusion'
      ? [version, `extra ${base64(Buffer.from(proof.entry))}`, `index ${proof.leaf}`]
      : [`old ${proof.oldSize}`];
  return `${[...head, ...proof.hashes.map(base64)].join('\n')}\n\n${proof.checkpoint.text}`;
}

/** Undefined if the text is no proof. */
export function parseProof(text: string): Proof | undefined {
  const end = text.indexOf('\n\n');
  if (end < 0) return undefined;
  const checkpoint = parseCheckpoint(text.slice(end + 2));
  const lines = text.slice(0, end).split('\n');
  if (!checkpoint) return undefined;
  if (lines[0] !== version) {
    const oldSize = numberIn(lines[0], 'old');
    const hashes = hashesIn(lines.slice(1));
    return oldSize === undefined || !hashes ? undefined : { kind: 'consistency', oldSize, hashes, checkpoint };
  }
  const [, extra] = /^extra ([A-Za-z0-9+/]+=*)$/.exec(lines[1] ?? '') ?? [];
  const leaf = numberIn(lines[2], 'index');
  const hashes = hashesIn(lines.slice(3));
  if (extra === undefined || leaf === undefined || !hashes) return undefined;
  return { kind: 'inclusion', entry: Buffer.from(extra, 'base64').toString(), leaf, hashes, checkpoint };
}

function numberIn(line: string | undefined, word: string): number | undefined {
  const digits = line?.startsWith(`${word} `) ? line.slice(word.length + 1) : '';
  return /^(0|[1-9][0-9]{0,15})$/.test(digits) ? Number(digits) : undefined;
}

function hashesIn(lines: readonly string[]): Buffer[] | undefined {
  return lines.every((line) => /^[A-Za-z0-9+/]{43}=$/.test(line))
    ? lines.map((line) => Buffer.from(line, 'base64'))
    : undefined;
}

/**
 * Checks a proof with nothing but the public keys and, for consistency, the earlier checkpoint.
 * @returns why the proof does not hold; undefined if it does
 */
export function refute(proof: Proof, keys: readonly Verifier[], earlier?: Checkpoint): string | undefined {
  const signed = refuteSignature(proof.checkpoint, keys, 'The checkpoint in the proof');
  if (signed !== undefined) return signed;
  const { checkpoint, hashes } = proof;
  if (proof.kind === 'inclusion') {
    const root = rootByInclusion(hashOfLeaf(proof.entry), proof.leaf, checkpoint.size, hashes);
    return root && checkpoint.root.equals(root) ? undefined : 'The event is not the one that was sealed';
  }
  if (!earlier) return 'The earlier checkpoint is missing';
  const earlierSigned = refuteSignature(earlier, keys, 'The earlier checkpoint');
  if (earlierSigned !== undefined) return earlierSigned;
  if (earlier.size !== proof.oldSize) return `The proof is about a checkpoint of ${proof.oldSize} events`;
  return isConsistent(earlier, checkpoint, hashes)
    ? undefined
    : 'The log was changed between the checkpoints: the earlier one is not the beginning of the later one';
}

function refuteSignature({ note, origin }: Checkpoint, keys: readonly Verifier[], name: string): string | undefined {
  const signedBy = verifyNote(note, keys);
  if (signedBy === 'invalid') return `${name} has a wrong signature`;
  if (signedBy === 'unknown') return `${name} of ${origin} is not signed by this key`;
  return signedBy.name === origin ? undefined : `${name} is of ${origin}, and the key is of ${signedBy.name}`;
}
