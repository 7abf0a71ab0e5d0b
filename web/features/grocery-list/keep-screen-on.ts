import { onUserLeft } from '../../lib/identity/session.ts';
import { createStore } from '../../lib/store.ts';

const key = 'potluck.keep-screen-on';

/** Phones and tablets go into the shop; a computer's screen should not stay on because a page is open. */
const byDefault = (): boolean => matchMedia('(pointer: coarse)').matches;

function read(): boolean | null {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : stored === 'true';
  } catch {
    return null; // Storage is blocked: the choice lasts as long as the page.
  }
}

/** What the user chose in this browser; null: nothing. */
const chosen = createStore<boolean | null>(null);
let isRead = false;

/** Whether the user wants the screen to stay on while they shop, and the function that changes it. */
export function useKeepScreenOn(): readonly [boolean, (isOn: boolean) => void] {
  if (!isRead) {
    isRead = true;
    chosen.set(read());
  }
  return [chosen.use() ?? byDefault(), choose];
}

function choose(isOn: boolean): void {
  chosen.set(isOn);
  try {
    localStorage.setItem(key, String(isOn));
  } catch {
    // As above.
  }
}

// `forget-user.ts` removes it from the browser.
onUserLeft(() => chosen.set(null));
