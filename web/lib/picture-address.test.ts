import { beforeEach, expect, test, vi } from 'vitest';
import { ownAddress } from './picture-address.ts';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://potluck.example' });
});

test.each(['/pictures/pie.webp', 'https://potluck.example/pictures/pie.webp', 'data:image/webp;base64,AA'])(
  'a picture of this site is loaded from its address: %s',
  (address) => {
    expect(ownAddress(address, 640)).toBe(address);
  },
);

test.each([
  'https://example.org/pie.webp?size=2&big',
  'http://example.org/pie.webp',
  'https://potluck.example.org/pie.webp',
])(
  'a picture of another site is loaded through the server, so that no other site sees who reads what: %s',
  (address) => {
    const own = new URL(ownAddress(address, 640), location.origin);
    expect([own.origin, own.pathname]).toEqual(['https://potluck.example', '/pictures/by-address']);
    expect([own.searchParams.get('url'), own.searchParams.get('width')]).toEqual([address, '640']);
  },
);
