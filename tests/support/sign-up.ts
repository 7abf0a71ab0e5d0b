/** Creates an account on a server with embedded identity, as the browser's SDK does. */
export async function signUp(
  address: string,
  email = 'mia@example.org',
): Promise<{ readonly idToken: string; readonly localId: string }> {
  const answer = await fetch(`${address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'butter and salt', returnSecureToken: true }),
  });
  if (!answer.ok) throw new Error(`Signing up answers ${answer.status}`);
  return answer.json();
}
