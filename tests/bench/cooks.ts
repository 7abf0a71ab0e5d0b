/** Users of the server under load, and their requests as raw bytes. */
import { randomUUID } from 'node:crypto';

export interface Cook {
  readonly uid: string;
  readonly token: string;
}

export const registerCooks = (port: number, count: number): Promise<Cook[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => register(port, i)));

async function register(port: number, i: number): Promise<Cook> {
  const response = await fetch(`http://localhost:${port}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `cook-${i}@example.org`, password: 'potluck-bench', returnSecureToken: true }),
  });
  const { localId, idToken } = (await response.json()) as { localId: string; idToken: string };
  return { uid: localId, token: idToken };
}

/** The lines that all requests of a cook share. Created once, before the load. */
const head = (line: string, { token }: Cook) =>
  `${line} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`;

export const read = (cook: Cook, path: string): Buffer => Buffer.from(`${head(`GET ${path}`, cook)}\r\n`);

/** Creates write requests, each with its own idempotency key. */
export function writes(cook: Cook, method: string, path: string): (body: string) => Buffer {
  const lines = `${head(`${method} ${path}`, cook)}content-type: application/json\r\n`;
  return (body) =>
    Buffer.from(`${lines}content-length: ${body.length}\r\nidempotency-key: ${randomUUID()}\r\n\r\n${body}`);
}

export const listOf = ({ uid }: Cook): string => `/api/grocery-list/${uid}`;

/** For each cook, a read of their list and an addition to it. */
export function listRequests(cooks: readonly Cook[]) {
  const reads = cooks.map((cook) => read(cook, listOf(cook)));
  const adds = cooks.map((cook) => {
    const ingredients = [{ name: 'Tomatoes', amount: '500', unit: 'g' }];
    const body = JSON.stringify({ userId: cook.uid, ingredients });
    const write = writes(cook, 'POST', '/api/grocery-list');
    return () => write(body);
  });
  const nothing = Buffer.alloc(0);
  return { read: (cook: number) => reads[cook] ?? nothing, add: (cook: number) => adds[cook]?.() ?? nothing };
}

export const clearLists = (port: number, cooks: readonly Cook[]) =>
  Promise.all(cooks.map((cook) => send(port, cook, 'DELETE', listOf(cook))));

/** @throws Error if the request fails */
export async function send(
  port: number,
  { token }: Cook,
  method: string,
  path: string,
  body?: object,
): Promise<string> {
  const response = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} failed with status ${response.status}: ${text}`);
  return text;
}
