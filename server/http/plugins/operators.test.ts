import { expect, it } from 'vitest';
import { staffModel } from '../../../projections/definitions/staff.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import { EventLogUnavailable } from '../../core/event-log.ts';
import { isOperator } from './operators.ts';

/** A read model in which this member has these roles. */
const staffWith = (uid: string, ...roles: string[]) =>
  ({
    get: async (collection: string, id: string) =>
      collection === staffModel.members && id === uid
        ? { json: JSON.stringify({ uid, roles: roles.map((role) => ({ role })) }), position: 1n }
        : undefined,
  }) as ReadModelReader;

it('while the log does not respond, operators are those of the read model, and nobody else', async () => {
  const commands = { read: () => Promise.reject(new EventLogUnavailable('The log is away')) };
  const isOperatorAmong = (staff: ReadModelReader) => isOperator({ staff, streams: commands }, 'mia');
  expect(await isOperatorAmong(staffWith('mia', 'operator'))).toBe(true);
  expect(await isOperatorAmong(staffWith('mia', 'moderator'))).toBe(false);
  expect(await isOperatorAmong(staffWith('kim', 'operator'))).toBe(false);
});
