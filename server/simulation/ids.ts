import type { RequestMark } from '../core/event-log.ts';
import type { Random } from './random.ts';

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const lettersAndDigits = base64url.slice(0, 62);
/** Length of the hashes that mark a request: 132 bits in base64url. */
const markLength = 22;

/** All numbers with this many hexadecimal digits. A simulation makes millions of ids, and looking digits up is fastest. */
const hexNumbers = (digits: number): readonly string[] =>
  Array.from({ length: 16 ** digits }, (_, number) => number.toString(16).padStart(digits, '0'));
const hex3 = hexNumbers(3);
const hex4 = hexNumbers(4);
/** The variant of a UUID: the two highest bits of its 16 bits. */
const variant = 0x8000;

/** Ids in the formats of those that the server, browsers and the identity service make. */
export class Ids {
  readonly #random: Random;
  #last = { ms: Number.NaN, prefix: '' };

  constructor(random: Random) {
    this.#random = random;
  }

  /** A UUID of version 7, like `newId` of `server/commands/ids.ts`. @param ms since the epoch */
  ofTime(ms: number): string {
    if (ms !== this.#last.ms) {
      const time = ms.toString(16).padStart(12, '0');
      this.#last = { ms, prefix: `${time.slice(0, 8)}-${time.slice(8)}-7` };
    }
    return this.#last.prefix + this.#end();
  }

  /** A UUID of version 8, like `derivedId` of a key that nobody knows. */
  ofCommand(): string {
    const bits = this.#random.bits();
    const others = this.#random.bits();
    return `${hex4[bits >>> 16]}${hex4[bits & 0xffff]}-${hex4[others & 0xffff]}-8${this.#end()}`;
  }

  /** Hashes of a request that nobody knows. */
  mark(): RequestMark {
    return { key: this.hash(markLength), fingerprint: this.hash(markLength) };
  }

  /** A user id as Firebase makes them. */
  uid(): string {
    let uid = '';
    while (uid.length < 28) uid += lettersAndDigits.charAt(this.#random.below(lettersAndDigits.length));
    return uid;
  }

  /** @param length in base64url characters, of which each has 6 bits */
  hash(length: number): string {
    let hash = '';
    for (let bits = 0, n = 0; n < length; n++) {
      bits = n % 5 === 0 ? this.#random.bits() : bits >>> 6;
      hash += base64url[bits & 63];
    }
    return hash;
  }

  /** What follows the version in a UUID. */
  #end(): string {
    const [first, second, third] = [this.#random.bits(), this.#random.bits(), this.#random.bits()];
    const group = hex4[variant | (first & 0x3fff)];
    return `${hex3[first >>> 20]}-${group}-${hex4[second >>> 16]}${hex4[second & 0xffff]}${hex4[third & 0xffff]}`;
  }
}
