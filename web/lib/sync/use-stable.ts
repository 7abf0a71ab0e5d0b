import { replaceEqualDeep } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Returns the former value while the new one has the same contents, and reuses its equal parts. Pending changes make new
 * objects each time they are applied; rows whose items are the same are not rendered again.
 */
export function useStable<Value>(value: Value): Value {
  const stable = useRef(value);
  // Safe in a discarded render: any former value would do.
  stable.current = replaceEqualDeep(stable.current, value);
  return stable.current;
}
