import { beforeEach, describe, expect, it, vi } from 'vitest';
import { claimReload, createObstacleFinder } from './release.ts';

/** A document with this entry script. With an empty one, it is not a page of Potluck. */
const pageOf = (entry: string) => ({
  querySelector: () => (entry === '' ? null : { getAttribute: () => entry }),
});

/** Makes the server return a page with this entry script. */
const serve = (entry: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(entry, { status }));
const disconnect = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => {
  vi.stubGlobal('document', pageOf('/assets/index-1.js'));
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = pageOf;
    },
  );
});

describe('the obstacle to importing code', () => {
  it('is the connection while no page of Potluck is returned', async () => {
    const find = createObstacleFinder();
    for (const setServer of [disconnect, () => serve('/assets/index-1.js', 503), () => serve('')]) {
      setServer();
      expect(await find()).toBe('connection');
      expect(await find()).toBe('connection');
    }
  });

  it('is the release once the server has another one', async () => {
    serve('/assets/index-2.js');
    expect(await createObstacleFinder()()).toBe('release');
  });

  it('is the release after two failures with a reachable server', async () => {
    const find = createObstacleFinder();
    serve('/assets/index-1.js');
    expect(await find()).toBe('connection');
    disconnect();
    expect(await find()).toBe('connection');
    serve('/assets/index-1.js');
    expect(await find()).toBe('release');
  });
});

describe('an automatic reload', () => {
  it('happens once per release', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
    expect([claimReload(), claimReload()]).toEqual([true, false]);
    vi.stubGlobal('document', pageOf('/assets/index-2.js'));
    expect([claimReload(), claimReload()]).toEqual([true, false]);
  });

  it('does not happen when storage is blocked', () => {
    const blocked = () => {
      throw new DOMException('Access is denied', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked });
    expect(claimReload()).toBe(false);
  });
});
