/** Which hashes prove what, by RFC 6962, sections 2.1.1 and 2.1.2. */
import { hashOfNode, splitOf } from './hashes.ts';

/** Leaves from `start` up to but without `end`, whose root is a hash of the proof. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The proof that a leaf is in the tree of this size. @throws RangeError */
export function inclusionProof(leaf: number, size: number): Range[] {
  if (!(leaf >= 0 && leaf < size)) throw new RangeError(`A tree of ${size} leaves has no leaf ${leaf}`);
  const path: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (leaf < middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  return path.reverse();
}

/** The proof that a tree is the beginning of a larger one; empty if one is empty or both are equal. @throws RangeError */
export function consistencyProof(oldSize: number, size: number): Range[] {
  if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError(`${oldSize} leaves are not the beginning of ${size}`);
  if (oldSize === 0) return [];
  const path: Range[] = [];
  let [start, end] = [0, size];
  while (oldSize < end) {
    const middle = start + splitOf(end - start);
    if (oldSize <= middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  // The whole old tree is known to the verifier already.
  if (start > 0) path.push({ start, end });
  return path.reverse();
}

const isOdd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);

/** The root that follows from a leaf and its proof; undefined if the proof has a wrong length. RFC 9162, section 2.1.3.2. */
export function rootByInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | undefined {
  if (index >= size) return undefined;
  let [node, last, root] = [index, size - 1, leaf];
  for (const hash of proof) {
    if (last === 0) return undefined;
    if (isOdd(node) || node === last) {
      root = hashOfNode(hash, root);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      root = hashOfNode(root, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? root : undefined;
}

export interface Head {
  readonly size: number;
  readonly root: Uint8Array;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Whether the proof shows that the tree of `old` is the beginning of that of `head`. RFC 9162, section 2.1.4.2. */
export function isConsistent(old: Head, head: Head, proof: readonly Uint8Array[]): boolean {
  if (old.size > head.size) return false;
  if (old.size === 0) return proof.length === 0;
  if (old.size === head.size) return proof.length === 0 && isSame(old.root, head.root);
  let [node, last] = [old.size - 1, head.size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  // A perfect old tree is the first hash itself.
  const hashes = node === 0 ? [old.root, ...proof] : proof;
  const [first, ...others] = hashes;
  if (first === undefined) return false;
  let [oldRoot, root] = [first, first];
  for (const hash of others) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      oldRoot = hashOfNode(hash, oldRoot);
      root = hashOfNode(hash, root);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      root = hashOfNode(root, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSame(oldRoot, old.root) && isSame(root, head.root);
}
