import { expect, test } from 'vitest';
import { accessRecord } from './decider.ts';

test('an access is recorded once for each user whose data was read', () => {
  const command = { type: 'RecordAccess', what: 'events', whose: ['mia', 'tom', 'mia'], why: 'A lost list' } as const;
  const recorded = (whose: string) => ({ type: 'AccessRecorded', data: { what: 'events', whose, why: 'A lost list' } });
  expect(accessRecord.decide(command)).toEqual([recorded('mia'), recorded('tom')]);
  expect(accessRecord.decide({ ...command, whose: [] })).toEqual([]);
});
