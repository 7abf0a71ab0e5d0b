import { describe, expect, test } from 'vitest';
import { codeGroups, invitationLink, parseTypedCode } from './invitation-code.ts';

describe('the code of an invitation', () => {
  test.each([
    ['7KQ4M2X9DP', '7KQ4M2X9DP'],
    [' 7kq4m 2x9dp ', '7KQ4M2X9DP'],
    ['7kq4m-2x9dp', '7KQ4M2X9DP'],
    ['7KQ4O-IL9DP', '7KQ4OIL9DP'],
    ['https://potluck.example/join/7KQ4M2X9DP', '7KQ4M2X9DP'],
    ['Join us: http://localhost:5000/join/7kq4m-2x9dp?from=mail ', '7KQ4M2X9DP'],
    ['7KQ4M2X9D', undefined],
    ['7KQ4M2X9DPP', undefined],
    ['7KQ4M2X9D🥕', undefined],
    ['7KQ4M2X9D!', undefined],
    ['!KQ4M2X9DP', undefined],
    ['', undefined],
  ])('typed as %j is read as %j', (typed, code) => {
    expect(parseTypedCode(typed)).toBe(code);
  });

  test('is shown in fives, and in one piece in its link', () => {
    expect(codeGroups('7KQ4M-2X9DP')).toEqual(['7KQ4M', '2X9DP']);
    expect(invitationLink('https://potluck.example', '7KQ4M-2X9DP')).toBe('https://potluck.example/join/7KQ4M2X9DP');
  });
});
