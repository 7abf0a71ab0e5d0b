import { useState } from 'react';
import { onUserLeft } from './identity/session.ts';

const prefix = 'potluck.folded.';

/** Whether a section is collapsed, stored in this browser until the user signs out. @param of the section and its user */
export function useFolded(of: string): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => read(prefix + of));
  const store = (next: boolean) => {
    setFolded(next);
    write(prefix + of, next);
  };
  return [folded, store];
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // Storage is blocked: the state lasts as long as the screen.
  }
}

function write(key: string, folded: boolean): void {
  try {
    if (folded) localStorage.setItem(key, 'true');
    else localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

// The state must not reach the next user of this browser.
onUserLeft(() => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // As above.
  }
});
