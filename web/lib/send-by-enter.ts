import type { KeyboardEvent } from 'react';

/** Enter sends, unless it ends an IME composition. Shift+Enter inserts a line break. */
export function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
