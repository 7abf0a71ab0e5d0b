import { type GroceryListCommand, groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import type { GroceryListState } from '../../server/core/domain/grocery-list/state.ts';
import { Refusal } from '../../server/core/domain/refusal.ts';

let executed = 0;

/** Executes commands on a list in order, and changes its state. Returns the code of each refusal. */
export function execute(
  state: GroceryListState,
  actor: string,
  ...commands: GroceryListCommand[]
): (string | undefined)[] {
  return commands.map((command) => {
    const meta = { actor, commandId: `command-${executed++}`, at: '2026-01-01T00:00:00.000Z' };
    try {
      for (const event of groceryList.decide(command, state)) {
        groceryList.evolve(state, { ...structuredClone(event), meta });
      }
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  });
}
