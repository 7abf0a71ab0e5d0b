import type { Household } from '../../../server/core/contracts/households.ts';
import { householdLimits } from '../../../server/core/contracts/limits.ts';
import { NameDialog } from '../../components/name-dialog.tsx';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { changeHousehold, failureTexts, foundHousehold } from './api.ts';

export interface FoundDialogProps {
  uid: string;
  onFounded: (household: Household) => void;
  onClose: () => void;
}

export function FoundDialog({ uid, onFounded, onClose }: FoundDialogProps) {
  return (
    <NameDialog
      title="New household"
      action="Create"
      initialName=""
      maxLength={householdLimits.name}
      hint="Such as Home. Its members see it; you can change it later."
      send={(name) => sendIdempotently(`household.${uid}`, { name }, (sent) => foundHousehold(uid, sent))}
      failure="Failed to create the household"
      onSent={onFounded}
      onClose={onClose}
    />
  );
}

export interface RenameDialogProps {
  uid: string;
  household: Household;
  onClose: () => void;
}

export const RenameDialog = ({ uid, household: { id, name }, onClose }: RenameDialogProps) => (
  <NameDialog
    title="Rename household"
    action="Save"
    initialName={name}
    maxLength={householdLimits.name}
    send={(changed) => changeHousehold(uid, id, { kind: 'rename', name: changed })}
    failure={failureTexts.rename}
    onSent={onClose}
    onClose={onClose}
  />
);
