import { type ComponentType, useState } from 'react';
import { useNotice } from './notice.tsx';

/**
 * A dialog whose code is loaded when it is opened. Render `Dialog` while it is there; where its code cannot be had, a
 * notice says so and the screen stays as it is.
 */
export function useDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const notify = useNotice();
  const open = () => {
    load().then(
      (loaded) => setDialog(() => loaded),
      () => notify.error('This could not be opened. Check your connection and try again.'),
    );
  };
  const close = () => setDialog(undefined);
  return { Dialog, open, close };
}
