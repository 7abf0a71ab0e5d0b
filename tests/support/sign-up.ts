/** Creates an account on a server with embedded identity, as the browser's SDK does. */
export async function signUp(
  address: string,
  email = 'mia@example.org',
): Promise<{ readonly idToken: string; readonly localId: string }> {
  const response = await fetch(`${address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'butter and salt', returnSecureToken: true }),
  });
  if (!response.ok) throw new Error(`Sign-up returned ${response.status}`);
  return response.json();
}
