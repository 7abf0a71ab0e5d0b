import type { ComponentType } from 'react';
import { lazyCode, useLazyCode } from '../lib/lazy-code.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { ScreenNotLoaded } from './screen-not-loaded.tsx';

export interface Screen {
  (): React.ReactNode;
  /** Resolves when the screen's code is loaded. */
  load(): Promise<unknown>;
}

/**
 * A screen whose code is loaded when it is first shown, or earlier by `load`. Not React's `lazy`, which caches a
 * failure forever and shows a fallback for at least 300 ms, however short the wait.
 */
export function screen<Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType): Screen {
  const code = lazyCode(async () => pick(await load()));
  const LazyScreen = () => {
    const state = useLazyCode(code);
    if (state.value) return <state.value />;
    return state.obstacle ? <ScreenNotLoaded obstacle={state.obstacle} /> : <PageSkeleton />;
  };
  return Object.assign(LazyScreen, { load: code.load });
}
