import type { ReactNode } from 'react';
import { useDialog } from '../../components/use-dialog.ts';

export interface NewList {
  readonly open: () => void;
  /** Render it once. */
  readonly dialog: ReactNode;
}

const load = async () => (await import('./name-list-dialogs.tsx')).NewListDialog;

/** The dialog that opens a list of this owner. */
export function useNewList(uid: string, owner: string): NewList {
  const { Dialog, open, close } = useDialog(load);
  return { open, dialog: Dialog && <Dialog uid={uid} owner={owner} onClose={close} /> };
}
