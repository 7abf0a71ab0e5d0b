/**
 * Set from a user's sign-out until the identity service has completed it. Until then, the service has their session and
 * must not restore it when it is loaded, even in another tab or after the page was closed.
 */
const key = 'potluck.sign-out-due';

let valueWithoutStorage = false;

export const signOutDue = {
  get(): boolean {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      return valueWithoutStorage; // Lasts as long as the page, like the session.
    }
  },

  set(value: boolean): void {
    valueWithoutStorage = value;
    try {
      if (value) localStorage.setItem(key, 'true');
      else localStorage.removeItem(key);
    } catch {
      // Storage is blocked: see `get`.
    }
  },
};
