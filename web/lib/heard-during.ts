/** More messages than this during one reading are not kept; the oldest, which the answer most likely includes, go first. */
const most = 1_000;

/**
 * Reads, and keeps what is told meanwhile: a message may overtake an answer that does not include it yet, and there is
 * nothing then into which it could be folded. By their positions the messages are safe to fold once more.
 * @param listen gives the way to stop
 */
export async function heardDuring<Message, Answer>(
  listen: (listener: (message: Message) => void) => () => void,
  read: () => Promise<Answer>,
): Promise<{ answer: Answer; heard: readonly Message[] }> {
  const heard: Message[] = [];
  const stop = listen((message) => {
    heard.push(message);
    if (heard.length > most) heard.shift();
  });
  try {
    return { answer: await read(), heard };
  } finally {
    stop();
  }
}
