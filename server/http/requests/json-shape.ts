import type { BodyBounds } from './body-bounds.ts';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The bound that JSON exceeds, or undefined. Scans each byte once without allocation, which takes 1 ms for 1 MiB;
 * parsing 500,000 nested arrays would take 100 ms. Invalid JSON is left to the parser.
 */
export function exceededBound(json: Uint8Array, { depth, values }: BodyBounds): 'depth' | 'values' | undefined {
  let level = 0;
  let count = 1;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (inString) {
      if (byte === quote) inString = false;
      else if (byte === backslash) i++;
      continue;
    }
    switch (byte) {
      case quote:
        inString = true;
        break;
      case openArray:
      case openObject:
        if (++level > depth) return 'depth';
        if (++count > values) return 'values';
        break;
      case closeArray:
      case closeObject:
        level--;
        break;
      // A comma precedes another value. A colon follows a name, which costs as much as a value.
      case comma:
      case colon:
        if (++count > values) return 'values';
        break;
    }
  }
  return undefined;
}
