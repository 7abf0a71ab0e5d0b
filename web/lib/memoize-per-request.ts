/**
 * Computes a value once for each request object, for its first attempt. Retries with the same idempotency key must send
 * the same body, even if other data has changed: the server refuses another body. A failed computation is repeated.
 */
export function memoizePerRequest<Request extends object, Sent>() {
  const values = new WeakMap<Request, Sent>();
  return async (request: Request, make: () => Sent | Promise<Sent>): Promise<Sent> => {
    const value = values.get(request) ?? (await make());
    values.set(request, value);
    return value;
  };
}
