import type { ComponentType } from 'react';
import { lateCode, useLateCode } from '../lib/late-code.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { ScreenNotLoaded } from './screen-not-loaded.tsx';

export interface Screen {
  (): React.ReactNode;
  /** Resolves when its code is there. */
  load(): Promise<unknown>;
}

/**
 * A screen whose code is loaded when it is first shown, or ahead of that. Not by React's `lazy`, which keeps a failure for
 * good, and shows a skeleton for 300 ms wherever it has to wait, though for a moment only.
 */
export function screen<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType): Screen {
  const code = lateCode(async () => pick(await load()));
  const Shown = () => {
    const [arrival, tryNow] = useLateCode(code);
    if (arrival.value) return <arrival.value />;
    const { obstacle, retrying = false } = arrival;
    return obstacle ? <ScreenNotLoaded obstacle={obstacle} retrying={retrying} onRetry={tryNow} /> : <PageSkeleton />;
  };
  return Object.assign(Shown, { load: code.load });
}
