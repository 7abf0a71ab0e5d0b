import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derivedId, newId } from './ids.ts';

const uuid = (version: number) =>
  new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`);

describe('a derived id', () => {
  it('is a UUID of version 8, the same for the same names and different for different names', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (some, others) => {
        expect(derivedId(...some)).toMatch(uuid(8));
        expect(derivedId(...some) === derivedId(...others)).toBe(JSON.stringify(some) === JSON.stringify(others));
      }),
    );
  });
  it('distinguishes names that are equal when concatenated', () => {
    expect(derivedId('ab', 'c')).not.toBe(derivedId('a', 'bc'));
  });
});

describe('a new id', () => {
  it('is a UUID of version 7, ordered by time', () => {
    const first = newId(1_700_000_000_000);
    const second = newId(1_700_000_000_001);
    expect(first).toMatch(uuid(7));
    expect(first < second).toBe(true);
    expect(newId()).not.toBe(newId());
  });
});
