import { expect, it } from 'vitest';
import { isOwnPath } from './picture-address.ts';

const others = [
  ...['//example.org/a.webp', '/\\example.org/a.webp', 'art/a.webp', 'https://example.org', ''],
  // Browsers remove these characters before they read an address.
  ...['/\t/example.org/a.webp', '/\n\\example.org/a.webp', '/\r/example.org/a.webp'],
];

it('takes paths of this site, and no address of another one', () => {
  expect(['/pictures/0a/640', '/art/greek-card-480.webp'].every(isOwnPath)).toBe(true);
  expect(others.filter(isOwnPath)).toEqual([]);
});
