const bits = 2 ** 23;
const hashes = 4;

/**
 * A set of texts that takes 1 MiB, without false negatives. Of the texts that were not added, `has` is true for 0.2 % after
 * half a million additions, for 2 % after a million, and for nearly all after ten million.
 */
export class BloomFilter {
  readonly #words = new Uint32Array(bits / 32);

  add(text: string): void {
    const hash = fnv1a(text);
    const step = mixed(hash);
    for (let n = 0; n < hashes; n++) {
      const bit = (hash + Math.imul(n, step)) & (bits - 1);
      this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  has(text: string): boolean {
    const hash = fnv1a(text);
    const step = mixed(hash);
    for (let n = 0; n < hashes; n++) {
      const bit = (hash + Math.imul(n, step)) & (bits - 1);
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** FNV-1a with 32 bits, of UTF-16 code units instead of bytes. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash;
}

/** The finalizer of MurmurHash3 (double hashing). Odd, so that the steps from one hash reach different bits. */
function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) | 1;
}
