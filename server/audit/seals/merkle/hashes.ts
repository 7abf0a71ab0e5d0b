/** The hashes of the Merkle tree of RFC 6962, section 2.1. */
import { hash } from 'node:crypto';

export const hashBytes = 32;

const nodeInput = Buffer.alloc(1 + 2 * hashBytes);
nodeInput[0] = 1;

/** Several times faster than a digest as a buffer, for which Node creates an object outside of JavaScript's heap. */
const digest = (input: Uint8Array): Buffer => Buffer.from(hash('sha256', input, 'binary'), 'binary');

/** SHA-256(0x01 || left || right) */
export function hashOfNode(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + hashBytes);
  return digest(nodeInput);
}

/** Grows to the largest entry: an append, and so an event, is at most 1 MiB. */
let leafInput = Buffer.alloc(4096);

/** SHA-256(0x00 || entry), the entry in UTF-8. */
export function hashOfLeaf(entry: string): Buffer {
  if (leafInput.length < 1 + 3 * entry.length) leafInput = Buffer.alloc(2 + 6 * entry.length);
  const length = leafInput.write(entry, 1);
  return digest(leafInput.subarray(0, 1 + length));
}

/** The root of the tree without leaves. */
export const emptyRoot: Buffer = hash('sha256', '', 'buffer');

/** The root of a perfect tree. @param hashes its leaves, concatenated; a power of two of them */
export function perfectRoot(hashes: Uint8Array): Buffer {
  const level = Buffer.from(hashes);
  for (let { length } = level; length > hashBytes; length /= 2) {
    for (let at = 0; at < length; at += 2 * hashBytes) {
      nodeInput.set(level.subarray(at, at + 2 * hashBytes), 1);
      level.write(hash('sha256', nodeInput, 'binary'), at / 2, 'binary');
    }
  }
  return level.subarray(0, hashBytes);
}

/** The largest power of two that is smaller than `n`, which is 2 or more. Sizes can be beyond 32 bits. */
export function splitOf(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}
