import { describe, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { staff } from './decider.ts';
import { machine, type StaffEvent, type StaffRole } from './events.ts';

const granted = (role: StaffRole): StaffEvent => ({ type: 'RoleGranted', data: { role, by: machine } });
const revoked = (role: StaffRole): StaffEvent => ({ type: 'RoleRevoked', data: { role, by: 'mia' } });
const staffAfter = (...events: StaffEvent[]) => given(staff, by('mia', ...events));

describe('a role', () => {
  const grant = { type: 'GrantRole', role: 'operator', by: machine } as const;
  const revoke = { type: 'RevokeRole', role: 'operator', by: 'mia' } as const;

  it('is granted once, and again after it was revoked', () => {
    staffAfter().when(grant).decides(granted('operator'));
    staffAfter(granted('operator')).when(grant).decides();
    staffAfter(granted('operator'), revoked('operator')).when(grant).decides(granted('operator'));
  });

  it('is revoked only from those who have it', () => {
    staffAfter().when(revoke).decides();
    staffAfter(granted('operator')).when(revoke).decides(revoked('operator'));
    staffAfter(granted('operator'), revoked('operator')).when(revoke).decides();
  });

  it('does not affect the other role', () => {
    staffAfter(granted('moderator')).when(grant).decides(granted('operator'));
    staffAfter(granted('moderator'), granted('operator')).when(revoke).decides(revoked('operator'));
    staffAfter(granted('moderator')).when(revoke).decides();
    staffAfter(granted('moderator'), granted('operator'), revoked('moderator')).when(grant).decides();
  });
});
