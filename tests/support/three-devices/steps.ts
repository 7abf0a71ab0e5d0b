/** What happens to the devices and the server, at random. */
import fc from 'fast-check';
import type { Fate } from './device.ts';

/** What members do to the list. */
export const acts = [
  ...(['add', 'add meal', 'check', 'checkAll', 'uncheck', 'rename', 'amount', 'remove'] as const),
  ...(['clear', 'restore', 'undo'] as const),
];
const act = fc.constantFrom(
  ...acts,
  ...(['add', 'add', 'add', 'add', 'add meal', 'check', 'amount', 'rename'] as const),
);
const fate = fc.constantFrom<Fate>('request lost', 'answer lost', 'answer lost', 'held', 'held');
const step = fc.oneof(
  { weight: 46, arbitrary: fc.record({ kind: fc.constant('change'), act, pick: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('line'), up: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fate'), fate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release') }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('deliver'), order: fc.array(fc.nat(5), { maxLength: 6, size: 'max' }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 600, 3_000, 20_000) }) },
);
/** Steps, each with the number of its device, and whether time passes afterwards. */
export const history = fc.array(fc.tuple(fc.nat(2), step, fc.boolean()), { minLength: 20, maxLength: 60, size: 'max' });
export type Step = NonNullable<ReturnType<typeof history.generate>['value'][number]>[1];
