import { useEffect, useRef, useState } from 'react';
import { type DraftField, dropDraft, fieldOf, readDraft, showField, writeDraft } from './drafts.ts';

/**
 * State that outlives its screen, for text that somebody would have to write again. It stays in this tab, and goes when
 * it is dropped, is as it was at first, or its author signs out here. After a session that ended elsewhere, its author
 * finds it again, and nobody else does.
 * @param key stays the same while the component lives; whose draft it is, belongs into it
 * @param parse what was stored, or undefined where that is of no use; the same function each time
 */
export function useDraft<T>(key: string, initial: T, parse: (stored: unknown) => T | undefined) {
  const [value, setValue] = useState<T>(() => parse(readDraft(key)) ?? initial);
  const dropped = useRef(false);
  const field = useRef<DraftField>(undefined);

  useEffect(() => {
    if (!dropped.current) writeDraft(key, value === initial ? undefined : value);
  }, [key, value, initial]);

  useEffect(() => {
    field.current = fieldOf(initial, parse, setValue);
    return showField(key, field.current);
  }, [key, initial, parse]);

  const drop = () => {
    dropped.current = true;
    dropDraft(key, field.current, (written) => JSON.stringify(parse(written)) === JSON.stringify(parse(value)));
  };
  return [value, setValue, drop] as const;
}
