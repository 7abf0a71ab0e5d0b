import { onUserLeft } from './identity/session.ts';
import { createStore } from './store.ts';

/** What the user has chosen in this browser. It outlives the page, and is the same in all tabs. */
export interface DeviceSetting<T> {
  get: () => T;
  set: (value: T) => void;
  /** A hook: returns the value, and rerenders when it changes. */
  use: () => T;
}

/**
 * @param fromStored checks what was read, which an older release may have stored. Undefined: it is of no use
 * @param initial until the user has chosen, and after they have left
 * @param staysAfterSignOut for a choice about the device, which says nothing about the user; `forget-user.ts` must know its key
 */
export function createDeviceSetting<T>(
  key: string,
  fromStored: (stored: unknown) => T | undefined,
  initial: T,
  { staysAfterSignOut = false } = {},
): DeviceSetting<T> {
  const store = createStore(initial);
  let isRead = false;

  function read(): void {
    if (isRead) return;
    isRead = true;
    try {
      store.set(parse(localStorage.getItem(key)));
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  const parse = (text: string | null): T => (text === null ? undefined : fromStored(parsed(text))) ?? initial;

  addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    isRead = false;
    read();
  });
  // `forget-user.ts` removes it from the browser.
  if (!staysAfterSignOut) onUserLeft(() => store.set(initial));
  return {
    get() {
      read();
      return store.get();
    },
    set(value) {
      isRead = true;
      store.set(value);
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // As above, or the storage is full.
      }
    },
    use() {
      read();
      return store.use();
    },
  };
}

/** Earlier releases stored some values as plain text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
