import type { Household } from '../../../server/core/contracts/households.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import type { HouseholdChange } from './api.ts';
import type { Member } from './roles.ts';

const loadConfirmation = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

export interface MemberMenuProps {
  household: Household;
  member: Member;
  onChoose: (change: HouseholdChange) => void;
}

/** What the owner can do with another member. */
export function MemberMenu({ household, member: { uid, name }, onChoose }: MemberMenuProps) {
  const handOver = useDialog(loadConfirmation);
  const removal = useDialog(loadConfirmation);
  return (
    <>
      <MoreMenu
        label={`Options for ${name}`}
        items={[
          { label: 'Make owner', onChoose: handOver.open },
          { label: 'Remove', onChoose: removal.open },
        ]}
      />
      {handOver.Dialog && (
        <handOver.Dialog
          title={`Make ${name} the owner?`}
          text={`${name} can then rename and dissolve ${household.name} and remove its members. You stay a member.`}
          action="Hand over"
          isHarmless
          onConfirm={() => onChoose({ kind: 'handOver', uid })}
          onClose={handOver.close}
        />
      )}
      {removal.Dialog && (
        <removal.Dialog
          title={`Remove ${name}?`}
          text={`${name} loses the list and the plan of ${household.name} at once. All open invitations are revoked, since ${name} may know their codes.`}
          action="Remove member"
          onConfirm={() => onChoose({ kind: 'remove', uid })}
          onClose={removal.close}
        />
      )}
    </>
  );
}
