/** The buffer of one fetch. Beyond it the oldest messages go, which the answer most likely includes. */
const maxMessages = 1_000;

/**
 * Fetches, and buffers the messages that arrive meanwhile. A message may overtake an answer that does not include it, and
 * may find nothing in the cache to be applied to.
 * @param subscribe returns how to unsubscribe
 */
export async function fetchWhileBuffering<Message, Answer>(
  subscribe: (listener: (message: Message) => void) => () => void,
  fetch: () => Promise<Answer>,
): Promise<{ answer: Answer; buffered: readonly Message[] }> {
  const buffered: Message[] = [];
  const unsubscribe = subscribe((message) => {
    buffered.push(message);
    if (buffered.length > maxMessages) buffered.shift();
  });
  try {
    return { answer: await fetch(), buffered };
  } finally {
    unsubscribe();
  }
}
