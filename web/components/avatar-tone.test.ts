import { describe, expect, test } from 'vitest';
import { avatarTone, initial } from './avatar-tone.ts';

describe('the colours of an avatar', () => {
  test('are the ones of the look, by uid', () => {
    expect(avatarTone('Vb2')).toEqual({ color: '#8a2513', fill: '#fbd9d0' });
    expect(avatarTone('Vb3')).toEqual({ color: '#0b5550', fill: '#cfeae5' });
    expect(avatarTone('Vb3')).toBe(avatarTone('Vb3'));
  });

  test('exist where it is nobody', () => {
    expect(avatarTone('')).toEqual({ color: '#8a2513', fill: '#fbd9d0' });
  });

  test('are all in use, for uids as they are made', () => {
    const uids = Array.from({ length: 600 }, (_, index) => `user-${index}-${(index * 7919).toString(36)}`);
    const counts = Map.groupBy(uids, (uid) => avatarTone(uid).fill);
    expect(counts.size).toBe(6);
    for (const [, same] of counts) expect(same.length).toBeGreaterThan(40);
  });
});

describe('the initial', () => {
  test.each([
    ['mia', 'M'],
    ['  eleni pappas', 'E'],
    ['ßeta', 'SS'],
    ['👩‍🍳 chef', '👩‍🍳'],
    ['', ''],
    ['   ', ''],
  ])('of %j is %j', (name, letter) => {
    expect(initial(name)).toBe(letter);
  });
});
