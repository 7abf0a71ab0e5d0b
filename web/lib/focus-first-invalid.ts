import type { RefObject } from 'react';

/** Leads to the first field that says what is wrong with it, once that is shown. */
export function focusFirstInvalid(form: RefObject<HTMLFormElement | null>): undefined {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
