/** The recipes on the screen: the server sends their likes and comments only to connections that watch them. */

interface WatchingSocket {
  readonly connected: boolean;
  timeout(ms: number): { emitWithAck(event: 'watch', recipeIds: readonly string[]): Promise<unknown> };
}

/** An older server does not acknowledge. */
const ackTimeoutMs = 1_000;

/** How many parts of the screen show each recipe. */
const watchers = new Map<string, number>();
let socket: WatchingSocket | undefined;
let acknowledged: Promise<unknown> = Promise.resolve();

function send(): void {
  // After the next connect, everything is sent and fetched again.
  if (!socket?.connected) return;
  acknowledged = socket
    .timeout(ackTimeoutMs)
    .emitWithAck('watch', [...watchers.keys()])
    .catch(() => undefined);
}

/** Call it on each connect: a connection begins without watched recipes. */
export function watchOver(connected: WatchingSocket): void {
  socket = connected;
  if (watchers.size > 0) send();
}

/** Watches a recipe until the returned function is called. */
export function watchRecipe(recipeId: string): () => void {
  const count = watchers.get(recipeId) ?? 0;
  watchers.set(recipeId, count + 1);
  if (count === 0) send();
  return () => {
    const left = (watchers.get(recipeId) ?? 1) - 1;
    if (left > 0) watchers.set(recipeId, left);
    else if (watchers.delete(recipeId)) send();
  };
}

/** Resolves when the server sends the changes of the watched recipes: what is read afterwards misses none. */
export const untilWatched = (): Promise<unknown> => acknowledged;
