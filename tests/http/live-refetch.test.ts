/** When browsers fetch again after messages were lost. */
import { expect, onTestFinished, test } from 'vitest';
import { connectBrowser, ownership, startLive, Tokens } from '../support/live.ts';
import { until } from '../support/until.ts';

test('browsers fetch once requests are served, also if the store loses its data while memberships are read', async () => {
  const tokens = new Tokens();
  tokens.issue('ann');
  const store = { isServed: true, checksWhileLost: 0 };
  let isConnected = false;
  const server = await startLive(tokens, {
    isServed: async () => {
      if (!store.isServed) store.checksWhileLost += 1;
      return store.isServed;
    },
    ownership: {
      ...ownership,
      householdsOf: async () => {
        if (isConnected) store.isServed = false;
        return [];
      },
    },
  });
  const browser = await connectBrowser(server.url, 'ann');
  onTestFinished(async () => {
    browser.socket.disconnect();
    await server.close();
  });
  isConnected = true;
  server.gateway.requestRefetch();
  await until(() => store.checksWhileLost > 2);
  expect(browser.missed).toBe(0);
  store.isServed = true;
  await until(() => browser.missed === 1);
});
