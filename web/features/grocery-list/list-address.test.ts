import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from './list-address.ts';

const list = '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40';
const household = '3f1c8a52-9d0e-8b47-a6c3-5e2f7d9b1a04';

test('an address is parsed as it was written', () => {
  for (const address of [
    { household, list },
    { household: null, list },
  ]) {
    expect(parseAddress(formatAddress(address))).toEqual(address);
  }
  expect(formatAddress({ household, list: null })).toBe('');
  expect(formatAddress({ household: null, list: null }, `?item=1&list=${list}`)).toBe('?item=1');
});

test('an address with anything else in place of an id leads to the main list', () => {
  expect(parseAddress('')).toEqual({ household: null, list: null });
  expect(parseAddress(`?list=${list}/items&household=${household}0`)).toEqual({ household: null, list: null });
  expect(parseAddress('?list=../profile&household=7')).toEqual({ household: null, list: null });
});
