import { useEffect, useRef, useState } from 'react';
import { type DraftField, dropDraft, fieldOf, readDraft, showField, writeDraft } from './drafts.ts';

/**
 * State that survives its screen, for text that the user would otherwise have to write again. It is stored in this tab
 * until it is dropped, equals the initial value, or its author signs out here. After a session that ended elsewhere, only
 * its author gets it back.
 * @param key must not change while the component is mounted
 * @param parse validates the stored value, and returns undefined if it is unusable; must be stable
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
