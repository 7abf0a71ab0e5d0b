/**
 * Computes a value once for each request object, for its first attempt. Retries with the same idempotency key must send
 * the same body, even if other data has changed: the server refuses another body. A failed computation is repeated.
 */
export function memoizePerRequest<Request extends object, Value>() {
  const values = new WeakMap<Request, Value>();
  return async (request: Request, compute: () => Value | Promise<Value>): Promise<Value> => {
    const value = values.get(request) ?? (await compute());
    values.set(request, value);
    return value;
  };
}
