/**
 * Until it is answered, the same form goes out under the same idempotency key again. In memory alone, unlike for other
 * forms: this one holds passwords.
 */
export function createSendingKey() {
  let last = { written: '', key: '' };
  return {
    keyFor: (written: string): string => {
      if (last.written !== written) last = { written, key: crypto.randomUUID() };
      return last.key;
    },
    /** The same form, sent once more, is a change of its own: elsewhere it may have been undone meanwhile. */
    answered: () => {
      last = { written: '', key: '' };
    },
  };
}
