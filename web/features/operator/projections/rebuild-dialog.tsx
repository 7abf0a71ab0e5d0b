import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';

export interface RebuildDialogProps {
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function RebuildDialog({ name, onConfirm, onClose }: RebuildDialogProps) {
  return (
    <ConfirmDialog
      title={`Rebuild ${name}?`}
      text="A new read model is built from the whole log beside the live one, and replaces it when it is complete. Readers notice nothing."
      action="Rebuild"
      isHarmless
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
