/** When there are more, the oldest messages are dropped. The response most likely includes them. */
const maxMessages = 1_000;

/**
 * Fetches, and buffers the messages that arrive meanwhile. The response may not include them, and the document that they
 * change may not be cached yet.
 * @param subscribe returns a function that unsubscribes
 * @returns `buffered` grows until the next task: the response is cached in one of the microtasks before it
 */
export async function fetchWhileBuffering<Message, Response>(
  subscribe: (listener: (message: Message) => void) => () => void,
  fetch: () => Promise<Response>,
): Promise<{ response: Response; buffered: readonly Message[] }> {
  const buffered: Message[] = [];
  const unsubscribe = subscribe((message) => {
    buffered.push(message);
    if (buffered.length > maxMessages) buffered.shift();
  });
  try {
    return { response: await fetch(), buffered };
  } finally {
    setTimeout(unsubscribe);
  }
}
