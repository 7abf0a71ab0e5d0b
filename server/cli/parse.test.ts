import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { parseLimit, parsePoint, parsePosition, parseTime } from './parse.ts';

describe('arguments of commands', () => {
  test('a position is a whole number, also beyond 2^53', () => {
    expect(parsePosition('9223372036854775807')).toBe(9_223_372_036_854_775_807n);
    for (const text of ['', '-1', '1.5', '1e3', '0x10', '99999999999999999999']) {
      expect(() => parsePosition(text), text).toThrow(InvalidArgumentError);
    }
  });

  test('a limit is at least 1', () => {
    expect(parseLimit('250')).toBe(250);
    for (const text of ['0', '-3', 'all', '1000000000000'])
      expect(() => parseLimit(text), text).toThrow(InvalidArgumentError);
  });

  test('a time without an offset is that of this machine', () => {
    expect(parseTime('2026-03-31')).toEqual(new Date(2026, 2, 31));
    expect(parseTime('2026-03-31T18:00')).toEqual(new Date(2026, 2, 31, 18));
    expect(parseTime('2026-03-31T16:00:00Z').toISOString()).toBe('2026-03-31T16:00:00.000Z');
    for (const text of ['2026', 'soon', '2026-13-01', '2027-02-31', '2026-03-31T99:00', '31.3.2026']) {
      expect(() => parseTime(text), text).toThrow(InvalidArgumentError);
    }
  });

  test('a point is a position or a time', () => {
    expect(parsePoint('42')).toEqual({ position: 42n });
    expect(parsePoint('2026-03-31T16:00:00Z')).toEqual({ time: new Date('2026-03-31T16:00:00Z') });
  });
});
