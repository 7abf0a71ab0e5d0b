import { useState } from 'react';
import type { Staff } from '../../../../server/core/contracts/staff.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { capitalise } from '../../../lib/capitalise.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { DataTable } from '../data-table.tsx';
import { dayOf, fullTimeOf } from '../format.ts';
import { Person } from '../person.tsx';
import { type HeldRole, heldRoles, useRevokeRole } from './roles.ts';

/** A row for each role of each member. */
export function StaffTable({ members }: { members: Staff['items'] | undefined }) {
  const [revoking, setRevoking] = useState<HeldRole>();
  const [failure, showFailure] = useFailure();
  const revoke = useRevokeRole();
  const confirm = ({ uid, role }: HeldRole) =>
    revoke.mutate(
      { uid, role },
      {
        onError: (error) => showFailure(failureText(error, 'Failed to revoke the role')),
        onSuccess: () => showFailure(undefined),
      },
    );
  const nameOf = (uid: string) => members?.find((member) => member.uid === uid)?.name;
  return (
    <>
      <FailureAlert failure={failure} />
      <DataTable
        label="Roles"
        onPhone="roles"
        rows={members && heldRoles(members)}
        rowKey={({ uid, role }) => `${uid} ${role}`}
        columns={[
          { title: 'Who', render: ({ uid, name }) => <Person uid={uid} name={name} size={26} /> },
          {
            title: 'Role',
            render: ({ role }) => (
              <span className={role === 'operator' ? 'op-pill op-pill-teal' : 'op-pill'}>{capitalise(role)}</span>
            ),
          },
          {
            title: 'Since',
            render: ({ since }) => (
              <time dateTime={since} title={fullTimeOf(since)}>
                {dayOf(since)}
              </time>
            ),
          },
          { title: 'Granted by', render: ({ by }) => <Person uid={by} name={nameOf(by)} /> },
          {
            title: 'Change',
            render: (held) => (
              <Button
                size="small"
                variant="secondary"
                aria-label={`Revoke ${held.role} of ${held.name ?? held.uid}`}
                onClick={() => setRevoking(held)}
              >
                Revoke
              </Button>
            ),
          },
        ]}
      />
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.role}?`}
          text={`${revoking.name ?? revoking.uid} loses the role at once, on all devices.`}
          action="Revoke"
          onConfirm={() => confirm(revoking)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
