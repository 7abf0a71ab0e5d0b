/**
 * Gives the same content the same idempotency key until the server has responded, so that a retry is recognised.
 */
export function createIdempotencyKeys() {
  let last = { content: '', key: '' };
  return {
    keyFor: (content: string): string => {
      if (last.content !== content) last = { content, key: crypto.randomUUID() };
      return last.key;
    },
    /** From then on, the same content is a new change: another device may have undone the previous one. */
    markResponded: () => {
      last = { content: '', key: '' };
    },
  };
}
