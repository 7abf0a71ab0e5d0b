import { beforeEach, describe, expect, it, vi } from 'vitest';
import { claimReload, obstacleFinder } from './release.ts';

/** A document whose entry script is this one; without one, it is no page of Potluck's. */
const pageOf = (entry: string) => ({
  querySelector: () => (entry === '' ? null : { getAttribute: () => entry }),
});

/** The server's page, by its entry script. */
const serves = (entry: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(entry, { status }));
const isAway = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => {
  vi.stubGlobal('document', pageOf('/assets/index-1.js'));
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = pageOf;
    },
  );
});

describe('what stands in the way of code that cannot be imported', () => {
  it('is the connection for as long as no page of Potluck comes', async () => {
    const find = obstacleFinder();
    for (const answer of [isAway, () => serves('/assets/index-1.js', 503), () => serves('')]) {
      answer();
      expect(await find()).toBe('connection');
      expect(await find()).toBe('connection');
    }
  });

  it('is the release once the server has another', async () => {
    serves('/assets/index-2.js');
    expect(await obstacleFinder()()).toBe('release');
  });

  it('is the release when the same release fails twice, not counted while the server is away', async () => {
    const find = obstacleFinder();
    serves('/assets/index-1.js');
    expect(await find()).toBe('connection');
    isAway();
    expect(await find()).toBe('connection');
    serves('/assets/index-1.js');
    expect(await find()).toBe('release');
  });
});

describe('a reload by itself', () => {
  it('is tried once for each release', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
    expect([claimReload(), claimReload()]).toEqual([true, false]);
    vi.stubGlobal('document', pageOf('/assets/index-2.js'));
    expect([claimReload(), claimReload()]).toEqual([true, false]);
  });

  it('is not tried where it could not be counted', () => {
    const blocked = () => {
      throw new DOMException('Access is denied', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked });
    expect(claimReload()).toBe(false);
  });
});
