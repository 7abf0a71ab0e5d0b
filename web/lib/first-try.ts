/**
 * Keeps what the first try of each request sends. Under one idempotency key every further try has to send the same,
 * whatever has changed meanwhile: the server refuses another body, though the first may have been carried out.
 * @param make what to send; when it throws, nothing is sent, and the next try makes it anew
 */
export function asFirstTried<Request extends object, Sent>() {
  const sentFor = new WeakMap<Request, Sent>();
  return async (request: Request, make: () => Sent | Promise<Sent>): Promise<Sent> => {
    const sent = sentFor.get(request) ?? (await make());
    sentFor.set(request, sent);
    return sent;
  };
}
