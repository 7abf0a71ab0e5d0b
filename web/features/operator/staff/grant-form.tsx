import { type FormEvent, useState } from 'react';
import { Alert } from '../../../components/alert.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { ActionButton } from '../action-button.tsx';
import { type Role, useGrantRole } from './roles.ts';

const roles: readonly { value: Role; label: string }[] = [
  { value: 'operator', label: 'Operator' },
  { value: 'moderator', label: 'Moderator' },
];

/** Grants a role to a user who is named by email or id. */
export function GrantForm() {
  const [who, setWho] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const [isMissing, setMissing] = useState(false);
  const [granted, setGranted] = useState<string>();
  const [failure, showFailure] = useFailure();
  const grant = useGrantRole();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = who.trim();
    setMissing(named === '');
    setGranted(undefined);
    if (named === '') return;
    grant.mutate(
      { who: named, role },
      {
        onError: (error) => showFailure(failureText(error, 'Failed to grant the role')),
        onSuccess: () => {
          showFailure(undefined);
          setWho('');
          setGranted(`${named} is ${role} now.`);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="op-grant">
      <h3 className="op-card-title">Grant a role</h3>
      <FailureAlert failure={failure} />
      {granted && <Alert kind="success">{granted}</Alert>}
      <div className="op-row-form">
        <TextField
          label="Email or user id"
          value={who}
          maxLength={320}
          autoComplete="off"
          placeholder="mia@example.org"
          error={isMissing ? 'Enter an email or a user id' : undefined}
          onChange={setWho}
        />
        <SelectField label="Role" value={role} options={roles} onChange={setRole} />
        <ActionButton type="submit" busy={grant.isPending}>
          Grant
        </ActionButton>
      </div>
    </form>
  );
}
