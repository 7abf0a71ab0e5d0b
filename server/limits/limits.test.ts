import { describe, expect, it, vi } from 'vitest';
import { attempts, grantsOf, limitedNodes, perMinute } from '../../tests/support/limited-nodes.ts';
import { createLimits } from './limits.ts';

limitedNodes();

describe('a limit of one node', () => {
  it('grants a burst, then the steady rate', () => {
    const limit = createLimits().open('test', perMinute(60));
    expect(grantsOf(limit, 100)).toBe(60);
    expect(limit.take('mia')).toBe(1_000);
    expect(grantsOf(limit, 1, 'tom')).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(grantsOf(limit, 100)).toBe(2);
    expect(limit.take('mia', 30)).toBe(30_000);
    vi.advanceTimersByTime(30_000);
    expect(limit.take('mia', 30)).toBe(0);
  });

  it('returns all units a period after the first use', () => {
    const limit = createLimits().open('test', { ...attempts, refill: 'after the first use' });
    limit.take('mia');
    vi.advanceTimersByTime(899_000);
    expect(grantsOf(limit, 20)).toBe(9);
    expect(limit.take('mia')).toBe(1_000);
    vi.advanceTimersByTime(1_000);
    expect(grantsOf(limit, 20)).toBe(10);
  });

  it('returns all units a period after the last use', () => {
    const limit = createLimits().open('test', attempts);
    limit.take('mia');
    vi.advanceTimersByTime(899_000);
    expect(grantsOf(limit, 20)).toBe(9);
    vi.advanceTimersByTime(899_999);
    expect(grantsOf(limit, 20)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(grantsOf(limit, 20)).toBe(10);
  });

  it('grants again what was given back', () => {
    const limit = createLimits().open('test', attempts);
    expect(grantsOf(limit, 20)).toBe(10);
    limit.giveBack('mia');
    expect(grantsOf(limit, 20)).toBe(1);
    limit.clear('mia');
    expect(grantsOf(limit, 20)).toBe(10);
  });

  it('takes back no more than was used', () => {
    const limit = createLimits().open('test', attempts);
    expect(grantsOf(limit, 20)).toBe(10);
    vi.advanceTimersByTime(attempts.periodMs);
    limit.giveBack('mia');
    expect(grantsOf(limit, 20)).toBe(10);
  });
});
