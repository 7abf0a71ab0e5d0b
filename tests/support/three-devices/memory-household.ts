/** A household's grocery list on a server in memory: the real command handler, projection and messages. */
import { groceryListsModel, groceryListsProjection } from '../../../projections/definitions/grocery-list.ts';
import { MemoryReadModels } from '../../../projections/read-models/memory/memory-read-models.ts';
import { toApplied } from '../../../projections/runner/applied-batch.ts';
import { LocalFold } from '../../../projections/runner/local-fold.ts';
import { createCommandHandler } from '../../../server/commands/handle-command.ts';
import type {
  AddIngredients,
  ChangeGroceryItem,
  CheckItems,
  ClearItems,
  GroceryList,
  RestoreItems,
} from '../../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { type GroceryListCommand, groceryList } from '../../../server/core/domain/grocery-list/decider.ts';
import { EventLogUnavailable } from '../../../server/core/event-log.ts';
import { liveMessages } from '../../../server/live/messages.ts';
import { MemoryCommandLog } from '../memory-command-log.ts';
import { settled } from './settled.ts';

export const household = 'household';
const listId = '0b6f1e5a-0000-7000-8000-00000000000a';

/** A request to change the list. */
export interface ListRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** The idempotency key. */
  readonly key: string;
  readonly uid: string;
}

/** An attempt to carry out a request, in the order in which the server decides. */
interface Execution {
  readonly key: string;
  readonly uid: string;
  /** False also while the server has not decided. */
  isAccepted: boolean;
  /** Whether it is recorded. A repeated request then changes nothing. */
  isRecorded: boolean;
}

export type Household = ReturnType<typeof createHousehold>;

/** @param push receives each live message to the household */
export function createHousehold(push: (message: LiveMessage) => void) {
  const log = new MemoryCommandLog((events) => server.fold.apply(events, events.at(-1)?.position ?? 0n));
  /** Everything but the log is in memory, and is lost in a restart. */
  const start = () => {
    const { local } = new MemoryReadModels().open(groceryListsProjection);
    const fold = new LocalFold(groceryListsProjection, local, undefined, (committed) => {
      for (const { message } of liveMessages(toApplied(groceryListsProjection.name, committed))) push(message);
    });
    return { local, fold, commands: createCommandHandler(log) };
  };
  let server = start();
  const executions: Execution[] = [];
  return {
    log,
    executions,
    listId,

    /** Starts anew, with the events of the log. */
    restart(): void {
      server = start();
      const { events } = log;
      if (events.length > 0) server.fold.apply(events, events.at(-1)?.position ?? 0n);
    },

    list(): GroceryList {
      const stored = server.local.document(groceryListsModel.lists, listId) as GroceryList | undefined;
      return stored ?? { listId, revision: null, items: [] };
    },

    /** Carries out a request as its route does. Resolves to the revision that includes it. @throws Refusal */
    async execute({ uid, key, ...request }: ListRequest): Promise<string | undefined> {
      const context = { actor: uid, commandId: key, correlationId: key };
      const execution: Execution = { key, uid, isAccepted: false, isRecorded: false };
      executions.push(execution);
      const isRecorded = () => log.events.some(({ meta }) => meta.commandId === key);
      try {
        const { revision } = await server.commands.handle(
          groceryList,
          listId,
          commandOf(request, uid),
          context,
          () => undefined,
        );
        execution.isAccepted = true;
        execution.isRecorded = isRecorded();
        return revision?.toString();
      } catch (error) {
        if (!(error instanceof EventLogUnavailable)) throw error;
        // Time passed while the server decided: it may record the change all the same.
        await settled();
        if (isRecorded()) execution.isAccepted = execution.isRecorded = true;
        else executions.splice(executions.indexOf(execution), 1);
        throw error;
      }
    },
  };
}

function commandOf(
  { method, path, body }: Pick<ListRequest, 'method' | 'path' | 'body'>,
  by: string,
): GroceryListCommand {
  const [itemId = '', changeId = ''] = path.split('/').slice(3);
  // The client builds the bodies from the same contracts.
  switch (method) {
    case 'PATCH': {
      if (itemId === '') {
        const { ingredientIds, checked } = body as CheckItems;
        return { type: 'CheckItems', itemIds: ingredientIds, checked };
      }
      const { checked, from, ...to } = body as Text<ChangeGroceryItem>;
      return { type: 'ChangeItem', itemId, checked, ...to, from };
    }
    case 'DELETE': {
      if (itemId !== '') return { type: 'RemoveItem', itemId };
      const { ingredientIds, onlyChecked } = body as ClearItems;
      return { type: 'ClearList', itemIds: ingredientIds, onlyChecked };
    }
    default: {
      if (itemId === 'history') return { type: 'UndoChange', changeId };
      if (itemId === 'restore') {
        const { ingredientIds, onlyOwn } = body as RestoreItems;
        return { type: 'RestoreItems', itemIds: ingredientIds, removedBy: onlyOwn ? by : undefined };
      }
      const { ingredients } = body as AddIngredients;
      const items = ingredients.map(({ id = '', name, amount = '', unit = '', plannedMeal }) => ({
        id,
        name,
        amount: `${amount}`,
        unit,
        ...(plannedMeal && { plannedMeal }),
      }));
      return { type: 'AddItems', items };
    }
  }
}

/** The client sends texts only. */
type Text<Body> = {
  [Field in keyof Body]: Field extends 'checked' ? boolean : Field extends 'from' ? Record<string, string> : string;
};
