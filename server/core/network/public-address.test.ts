import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress, isPublicWebServer } from './public-address.ts';

test.each(['8.8.8.8', '93.184.215.14', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
  'accepts %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['loopback', '::1'],
  ['unspecified', '::'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['link-local: cloud metadata', '169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['link-local', 'fe80::1%eth0'],
  ['cloud metadata outside the special ranges', '168.63.129.16'],
  ['unique local', 'fd00::1'],
  ['unique local: cloud metadata', 'fd00:ec2::254'],
  ['site-local', 'fec0::1'],
  ['multicast', '224.0.0.1'],
  ['multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '2001:db8::1'],
  ['benchmarks', '198.18.0.1'],
  ['mapped', '::ffff:127.0.0.1'],
  ['mapped', '::ffff:8.8.8.8'],
  ['mapped', '::ffff:7f00:1'],
  ['compatible', '::127.0.0.1'],
  ['translated', '64:ff9b::7f00:1'],
  ['translated', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001::1'],
  ['not assigned', '4000::1'],
  ['no address', 'localhost'],
  ['no address', ''],
])('refuses %s: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('refuses every address of the private networks, in either version', () => {
  const octet = fc.nat(255);
  fc.assert(
    fc.property(octet, octet, octet, (a, b, c) => {
      for (const address of [`10.${a}.${b}.${c}`, `127.${a}.${b}.${c}`, `192.168.${b}.${c}`, `169.254.${b}.${c}`]) {
        expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      }
    }),
  );
});

test('accepts only the ports of web servers', () => {
  expect([80, 443, 22, 6379, 8080].filter((port) => isPublicWebServer('8.8.8.8', port))).toEqual([80, 443]);
});
