import { expect, test } from 'vitest';
import { subscriberOf } from './subscriber.ts';

test.each([
  ['2001:db8:0:1::5', '2001:db8:0:1:ffff:ffff:ffff:ffff'],
  ['2001:db8::5', '2001:db8:0:0:a:b:c:d'],
  ['2001:db8:0:1::', '2001:DB8:0000:0001:0::7'],
  ['1::4:5:6:7:8', '1:0:0:4::'],
  ['fe80::1%eth0', 'fe80::2'],
])('counts %s and %s as one subscriber', (one, other) => {
  expect(subscriberOf(one)).toBe(subscriberOf(other));
});

test.each([
  ['198.51.100.7', '198.51.100.8'],
  ['2001:db8:0:1::5', '2001:db8:0:2::5'],
  ['2001:db8:0:1::5', '2001:db8::1:0:0:5'],
  ['::ffff:198.51.100.7', '::ffff:198.51.100.8'],
  ['::ffff:c633:6407', '::ffff:c633:6408'],
  ['64:ff9b::198.51.100.7', '64:ff9b::198.51.100.8'],
  ['::1', '::2'],
  ['', '::1'],
])('counts %s and %s as two subscribers', (one, other) => {
  expect(subscriberOf(one)).not.toBe(subscriberOf(other));
});

test('recognises an IPv4 address in an IPv6 address in either notation', () => {
  expect(subscriberOf('::FFFF:c633:6407')).toBe(subscriberOf('::ffff:198.51.100.7'));
});
