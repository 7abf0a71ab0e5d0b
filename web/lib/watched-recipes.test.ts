import { beforeEach, expect, test, vi } from 'vitest';

/** A connection that records which recipes it watches, and acknowledges when the test says so. */
function connection() {
  const sent: (readonly string[])[] = [];
  let acknowledge: () => void = () => {};
  const socket = {
    connected: true,
    timeout: () => ({
      emitWithAck: (_event: string, recipeIds: readonly string[]) => {
        sent.push(recipeIds);
        return new Promise<void>((resolve) => {
          acknowledge = resolve;
        });
      },
    }),
  };
  return { socket, sent, acknowledge: () => acknowledge() };
}

let watched: typeof import('./watched-recipes.ts');
beforeEach(async () => {
  vi.resetModules();
  watched = await import('./watched-recipes.ts');
});

test('names a recipe once while any part of the screen shows it', () => {
  const { socket, sent } = connection();
  watched.watchOver(socket);
  const first = watched.watchRecipe('r1');
  const second = watched.watchRecipe('r1');
  first();
  expect(sent).toEqual([['r1']]);
  second();
  expect(sent).toEqual([['r1'], []]);
});

test('names the recipes on the screen again after each connect', () => {
  watched.watchRecipe('r1');
  const [first, second] = [connection(), connection()];
  watched.watchOver(first.socket);
  first.socket.connected = false;
  watched.watchRecipe('r2');
  watched.watchOver(second.socket);
  expect([first.sent, second.sent]).toEqual([[['r1']], [['r1', 'r2']]]);
});

test('lets a read begin once the server has acknowledged, and at once without a connection', async () => {
  watched.watchRecipe('r1');
  await watched.untilWatched();
  const { socket, acknowledge } = connection();
  watched.watchOver(socket);
  let isWatched = false;
  const waiting = watched.untilWatched().then(() => {
    isWatched = true;
  });
  await Promise.resolve();
  expect(isWatched).toBe(false);
  acknowledge();
  await waiting;
  expect(isWatched).toBe(true);
});
