import { useEffect, useEffectEvent } from 'react';

/** The arrow keys go through the steps, unless a dialog is open. */
export function useStepKeys(onNext: () => void, onBack: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'ArrowRight') onNext();
    else if (event.key === 'ArrowLeft') onBack();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
