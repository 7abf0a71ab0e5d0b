/**
 * Somebody signed out while the identity service could not be reached: it still remembers him, and must not bring him
 * back when it is loaded, not even in another tab or after the page was closed in between.
 */
const key = 'potluck.sign-out-due';

let withoutStorage = false;

export const signOutDue = {
  get(): boolean {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      return withoutStorage; // It then is due as long as the page lasts, as is the session.
    }
  },

  set(value: boolean): void {
    withoutStorage = value;
    try {
      if (value) localStorage.setItem(key, 'true');
      else localStorage.removeItem(key);
    } catch {
      // As above.
    }
  },
};
