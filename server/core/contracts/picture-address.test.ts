import { expect, it } from 'vitest';
import { isOwnPath } from './picture-address.ts';

it('takes paths of this site, and no address of another one', () => {
  expect(['/pictures/0a/640', '/art/greek-card-480.webp'].every(isOwnPath)).toBe(true);
  expect(
    ['//example.org/a.webp', '/\\example.org/a.webp', 'art/a.webp', 'https://example.org', ''].some(isOwnPath),
  ).toBe(false);
});
