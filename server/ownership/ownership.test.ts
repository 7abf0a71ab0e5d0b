import { expect, test } from 'vitest';
import { ownedByHousehold, ownedByUser } from './ownership.ts';

test('finds the lists and plans that earlier releases recorded, under the same ids', () => {
  expect(ownedByUser('mia')).toEqual({
    listId: 'de93e33e-50c2-8906-a449-c56f2c7df58b',
    planId: '8f7a34d7-2987-885c-8268-a999c10fa259',
  });
  expect(ownedByHousehold('0192f0c4-5b7e-7a10-8c1d-3f2a9b6e4d21')).toEqual({
    listId: '7d8973f3-1f66-88dc-9ad4-ce659ab3a5be',
    planId: '08d28d3a-3a13-80cd-95dd-8c4ae4c3707d',
  });
});
