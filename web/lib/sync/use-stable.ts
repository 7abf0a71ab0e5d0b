import { replaceEqualDeep } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Returns the former value while the new one has the same contents, and reuses its equal parts. Pending changes make new
 * objects each time they are applied; rows whose items are the same are not rendered again.
 */
export function useStable<Value>(value: Value): Value {
  const stable = useRef(value);
  // React may discard a render after this write. It does no harm: a former value only provides equal parts to reuse.
  stable.current = replaceEqualDeep(stable.current, value);
  return stable.current;
}
