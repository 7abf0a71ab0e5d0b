import { onlineManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useFailure } from '../../components/failure.tsx';
import { useNotice } from '../../components/notice.tsx';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/**
 * A dialog stays open until what it holds is saved, and says in itself why it could not be. Without a network the change
 * waits by itself, so the dialog closes; if that change fails after all, a notice says so.
 */
export function useSaving(close: () => void, failureText: (error: unknown) => string) {
  const notify = useNotice();
  const [saving, setSaving] = useState(false);
  const [failure, tellFailure] = useFailure();
  const open = useRef(false);
  const waits = !useSyncExternalStore(subscribe, isOnline) && saving;
  const leave = useEffectEvent(close);

  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  useEffect(() => {
    if (waits) leave();
  }, [waits]);

  /** @param onSaved runs also where the dialog was closed before */
  const save = async (send: () => Promise<void>, onSaved: () => void) => {
    setSaving(true);
    try {
      await send();
      onSaved();
      if (open.current) close();
    } catch (error) {
      if (open.current) tellFailure(failureText(error));
      else notify.error(failureText(error));
    } finally {
      setSaving(false);
    }
  };
  return { saving, failure, save };
}
