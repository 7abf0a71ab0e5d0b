import { useRef, useState } from 'react';
import { moveFocusFrom } from './move-focus.ts';

/** So long (ms) after the last check nothing moves, so that the next row is still where the finger goes. */
const rest = 800;

/** Items that were just checked here, and stay in their place until the checking pauses. */
export function useLingering() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const add = (key: string) => {
    const lingering = new Set([...keys, key]);
    setKeys(lingering);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      moveFocusFrom(lingering);
      setKeys(new Set());
    }, rest);
  };
  return { keys, add };
}
