/**
 * Random whole numbers from 0 to below a limit, the same ones for the same seed.
 * Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}
