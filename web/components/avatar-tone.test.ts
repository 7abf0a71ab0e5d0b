import { describe, expect, test } from 'vitest';
import { avatarTone, initial } from './avatar-tone.ts';

describe('the colours of an avatar', () => {
  test('are the ones of the look, by name', () => {
    expect(avatarTone('Mia').fill).toBe('#d8dff3');
    expect(avatarTone('Eleni Pappas').fill).toBe('#e7d7ee');
    expect(avatarTone('Sam Carter').fill).toBe('#fbd9d0');
  });

  test('exist for a name without letters', () => {
    expect(avatarTone('')).toEqual({ color: '#8a2513', fill: '#fbd9d0' });
    expect(avatarTone('🍜').fill).toMatch(/^#/);
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
