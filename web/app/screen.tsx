import { type ComponentType, lazy, useState } from 'react';
import { ScreenNotLoaded } from './error-boundary.tsx';

export interface Screen {
  (): React.ReactNode;
  /** Resolves when its code is there. */
  load(): Promise<unknown>;
}

/** A screen whose code is loaded when it is first shown, or ahead of that. */
export function screen<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType): Screen {
  let known: ComponentType | undefined;
  const loadOnce = async () => {
    try {
      known = pick(await load());
      return { default: known };
    } catch (cause) {
      throw new ScreenNotLoaded('The code of this screen could not be loaded; reload the page', { cause });
    }
  };
  const Awaited = lazy(loadOnce);
  /** What is there is shown as it is: where React has to wait, though for a moment only, it shows a skeleton for 300 ms. */
  const Shown = () => {
    const [Content] = useState(() => known ?? Awaited);
    return <Content />;
  };
  return Object.assign(Shown, { load: loadOnce });
}
