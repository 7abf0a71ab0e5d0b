/** Requests that change several streams, when the process fails in between, and when others act in between. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandHandler, createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import type { CommandContext } from '../../server/commands/task.ts';
import { groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import { listCollection } from '../../server/core/domain/list-collection/decider.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';

/** A read model that shows nothing yet. */
export const unread = {
  get: async () => undefined,
  getMany: async () => [],
  range: async () => [],
  scores: async () => [],
  position: async () => undefined,
  progress: async () => ({ position: undefined, stale: undefined }),
  getWithProgress: async () => ({ document: undefined, progress: { position: undefined, stale: undefined } }),
  waitFor: async () => true,
};

export const contextOf = (actor: string, commandId = newId()): CommandContext => ({
  actor,
  commandId,
  correlationId: '',
});

/** Call `close` after the tests. */
export async function openInterruptible() {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-interrupted-'));
  const log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  const commands = createCommandHandler(log);
  return {
    log,
    commands,
    close: async () => {
      await log.close();
      await rm(folder, { recursive: true });
    },

    /** A command handler that does something else right before one of the commands. */
    interruptedAt: (index: number, act: () => Promise<unknown>): CommandHandler => {
      let handled = 0;
      return {
        ...commands,
        handle: async (...command) => {
          if (handled++ === index) await act();
          return commands.handle(...command);
        },
      };
    },

    /** A command handler that fails instead of handling one of the commands. */
    failingAt: (index: number): CommandHandler => {
      let handled = 0;
      return {
        ...commands,
        handle: (...command) => {
          if (handled++ === index) throw new Error('The process fails here');
          return commands.handle(...command);
        },
      };
    },

    add: (listId: string, ...names: string[]) =>
      commands.handle(
        groceryList,
        listId,
        { type: 'AddItems', items: names.map((name) => ({ id: newId(), name, amount: '', unit: '' })) },
        contextOf('mia'),
        () => undefined,
      ),
    openList: (mainListId: string, listId: string) =>
      commands.handle(
        listCollection,
        mainListId,
        { type: 'OpenList', listId, name: 'List' },
        contextOf('mia'),
        () => {},
      ),
    namesOn: (listId: string) =>
      commands.read(groceryList, listId, ({ items }) => Array.from(items.values(), ({ name }) => name)),
  };
}
