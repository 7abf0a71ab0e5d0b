import { useState } from 'react';

const prefix = 'potluck.folded.';

/** Whether a section is collapsed, stored in this browser until the user leaves (`forget-user.ts`). @param sectionId the section and its user */
export function useCollapsed(sectionId: string): [boolean, (isCollapsed: boolean) => void] {
  const [isCollapsed, setCollapsed] = useState(() => read(prefix + sectionId));
  const store = (next: boolean) => {
    setCollapsed(next);
    write(prefix + sectionId, next);
  };
  return [isCollapsed, store];
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // Storage is blocked: the state lasts as long as the screen.
  }
}

function write(key: string, isCollapsed: boolean): void {
  try {
    if (isCollapsed) localStorage.setItem(key, 'true');
    else localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
