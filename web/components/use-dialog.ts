import { type ComponentType, useState } from 'react';
import { notify } from '../lib/notices.ts';
import { createObstacleFinder } from '../lib/release.ts';

const texts = {
  connection: 'This needs a connection. Try again when there is one.',
  release: 'Potluck has been updated. Reload the page to open this.',
};

/** Returns a function to call after each failed load of code. It resolves to a text that says what to do. */
export function createLoadExplainer(): () => Promise<string> {
  const findObstacle = createObstacleFinder();
  return async () => texts[await findObstacle()];
}

/**
 * A dialog whose code is loaded when it is opened. Render `Dialog` while it is defined. When the code cannot be loaded, a
 * notice says why and the screen stays as it is.
 */
export function useDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const [explainFailure] = useState(createLoadExplainer);
  const explain = async () => notify.info(await explainFailure());
  const open = () => {
    load()
      .then((loaded) => setDialog(() => loaded), explain)
      .catch(reportError);
  };
  const close = () => setDialog(undefined);
  return { Dialog, open, close };
}
