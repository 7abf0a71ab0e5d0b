import { describe, expect, test } from 'vitest';
import { avatarTone, initial } from './avatar-tone.ts';

describe('avatarTone', () => {
  test('returns the same colours for the same uid', () => {
    expect(avatarTone('Vb2')).toEqual({ color: '#0b5550', fill: '#cfeae5' });
    expect(avatarTone('Vb3')).toEqual({ color: '#6b4500', fill: '#f9e3b0' });
    expect(avatarTone('Vb3')).toBe(avatarTone('Vb3'));
  });

  test('returns colours for an empty uid', () => {
    expect(avatarTone('')).toEqual({ color: '#0b5550', fill: '#cfeae5' });
  });

  test('depends on the order of the characters', () => {
    expect(avatarTone('2bV')).not.toEqual(avatarTone('Vb2'));
  });

  test('uses every pair of colours across many uids', () => {
    const uids = Array.from({ length: 600 }, (_, index) => `user-${index}-${(index * 7919).toString(36)}`);
    const groups = Map.groupBy(uids, (uid) => avatarTone(uid).fill);
    expect(groups.size).toBe(6);
    for (const [, group] of groups) expect(group.length).toBeGreaterThan(40);
  });
});

describe('initial', () => {
  test.each([
    ['mia', 'M'],
    ['  eleni pappas', 'E'],
    ['ßeta', 'SS'],
    ['e\u0301lise', 'E\u0301'],
    ['x', 'X'],
    ['👩‍🍳 chef', '👩‍🍳'],
    ['', ''],
    ['   ', ''],
  ])('of %j is %j', (name, letter) => {
    expect(initial(name)).toBe(letter);
  });
});
