import { createCommandHandler } from '../../../server/commands/handle-command.ts';
import { newId } from '../../../server/commands/ids.ts';
import { groceryList } from '../../../server/core/domain/grocery-list/decider.ts';
import type { GroceryListEvent } from '../../../server/core/domain/grocery-list/events.ts';
import { openSqliteEventLog } from '../../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { median } from '../figure.ts';
import type { StreamEvent } from './sample-history.ts';
import { seedLog } from './seed-log.ts';

/** Duration of a single command on a cached stream, in ms. */
export interface CommandCosts {
  readonly long: number;
  readonly short: number;
}

const actor = 'cook';
const itemId = newId();
const blocks = 20;
const commandsPerBlock = 50;

/** A list whose only item is checked and unchecked repeatedly. */
function* toggledItem(listId: string, events: number): Generator<StreamEvent, void> {
  const item = { id: itemId, name: 'Milk', amount: '1', unit: 'l', order: 0 };
  for (let n = 0; n < events; n++) {
    const checking = n % 2 === 1 ? 'GroceryItemChecked' : 'GroceryItemUnchecked';
    const fact: GroceryListEvent =
      n === 0
        ? { type: 'GroceryItemsAdded', data: { items: [item] } }
        : { type: checking, data: { itemId, name: item.name } };
    const commandId = newId();
    const meta = { actor, commandId, correlationId: commandId, schema: 1 };
    const event = { id: newId(), ...fact, meta: { ...meta, at: new Date().toISOString() } };
    yield { stream: `${groceryList.category}-${listId}`, event };
  }
}

/** Seeds a new log with a stream of each length, and alternates commands on them. */
export async function measureCommands(file: string, lengths = { long: 100_000, short: 10 }): Promise<CommandCosts> {
  const lists = { long: newId(), short: newId() };
  seedLog(
    file,
    (function* () {
      yield* toggledItem(lists.long, lengths.long);
      yield* toggledItem(lists.short, lengths.short);
    })(),
  );
  const log = await openSqliteEventLog({ file });
  try {
    const commands = createCommandHandler(log);
    const checked = { long: false, short: false };
    const measureCommand = async (which: 'long' | 'short'): Promise<number> => {
      checked[which] = !checked[which];
      const command = { type: 'ChangeItem', itemId, checked: checked[which] } as const;
      const context = { actor, commandId: newId(), correlationId: 'bench' };
      const started = performance.now();
      await commands.handle(groceryList, lists[which], command, context, ({ events }) => events.length);
      return performance.now() - started;
    };
    const results = { long: [] as number[], short: [] as number[] };
    // The first block loads the streams and warms up.
    for (let block = 0; block <= blocks; block++) {
      for (const which of ['long', 'short'] as const) {
        for (let count = 0; count < commandsPerBlock; count++) {
          const ms = await measureCommand(which);
          if (block > 0) results[which].push(ms);
        }
      }
    }
    return { long: median(results.long), short: median(results.short) };
  } finally {
    await log.close();
  }
}
