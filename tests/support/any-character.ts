import fc from 'fast-check';

const surrogates = 0x800;

/**
 * Any character, half of them of one UTF-16 code unit. fast-check's unit `binary` lists all characters in a map first, which
 * takes a second.
 */
export const anyCharacter = fc
  .oneof(fc.nat({ max: 0xffff - surrogates }), fc.integer({ min: 0x10000 - surrogates, max: 0x10ffff - surrogates }))
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + surrogates));
