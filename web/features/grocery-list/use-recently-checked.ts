import { useRef, useState } from 'react';
import { moveFocusAwayFrom } from './move-focus.ts';

/** Rows move this long after the last check, so that the next row is still under the user's finger. */
const settleMs = 800;

/** The items that the user has just checked. They stay in place until the user pauses. */
export function useRecentlyChecked() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const add = (checked: readonly string[]) => {
    const recent = new Set([...ids, ...checked]);
    setIds(recent);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      moveFocusAwayFrom(recent);
      setIds(new Set());
    }, settleMs);
  };
  return { ids, add };
}
