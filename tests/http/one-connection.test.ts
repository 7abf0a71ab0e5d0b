/** Requests of several users over one connection, as a proxy sends them. */
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWholeApp, type WholeApp } from '../support/whole-app.ts';

let app: WholeApp;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  app = await openWholeApp('mia', 'tom');
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

interface ReceivedResponse {
  readonly status: number | undefined;
  readonly body: string;
  readonly localPort: number | undefined;
}

const send = (path: string, token?: string): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    get(new URL(path, app.url), { agent, headers }, (response) => {
      const { localPort } = response.socket;
      let body = '';
      response.on('data', (data) => {
        body += data;
      });
      response.on('end', () => resolve({ status: response.statusCode, body, localPort }));
    }).on('error', reject);
  });

test('authenticates each request by its own token, independently of the previous one', async () => {
  const ports = new Set<number | undefined>();
  const request = async (path: string, token?: string): Promise<ReceivedResponse> => {
    const response = await send(path, token);
    ports.add(response.localPort);
    return response;
  };
  // Tokens of the same length, each repeated and alternating.
  for (const name of ['mia', 'tom', 'tom', 'mia', 'tom', 'mia']) {
    const own = await request('/api/users/profile', `token-${name}`);
    expect([own.status, JSON.parse(own.body).email], name).toEqual([200, `${name}@example.org`]);
    for (const owner of ['mia', 'tom']) {
      const list = await request(`/api/grocery-list/${owner}`, `token-${name}`);
      expect(list.status, `${name} reads the list of ${owner}`).toBe(owner === name ? 200 : 403);
    }

    expect((await request('/api/users/profile')).status, `without a token, after ${name}`).toBe(401);
    expect((await request(`/api/grocery-list/${name}`)).status, `without a token, after ${name}`).toBe(401);
    expect((await request('/api/users/profile', 'token-eve')).status, `with a bad token, after ${name}`).toBe(401);
    expect((await request('/api/community')).status, 'as a visitor, after a bad token').toBe(200);
  }
  expect(ports.size, 'all over one connection').toBe(1);
});
