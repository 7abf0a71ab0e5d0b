import { Chip } from '../../components/chip.tsx';
import { CrownIcon } from './icons.ts';

export const RoleChip = ({ isOwner }: { isOwner: boolean }) =>
  isOwner ? (
    <Chip tone="teal" icon={<CrownIcon size={16} />}>
      Owner
    </Chip>
  ) : (
    <Chip>Member</Chip>
  );
