/** The lists of a household, and what its members do with them at the same time. */
import fc from 'fast-check';
import { type CommandHandler, createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import type { CommandContext } from '../../server/commands/task.ts';
import { type GroceryListCommand, groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import { listCollection } from '../../server/core/domain/list-collection/decider.ts';
import { Refusal } from '../../server/core/domain/refusal.ts';
import { closeList } from '../../server/http/features/grocery-list/close-list.ts';
import { isOpen } from '../../server/http/features/grocery-list/is-open.ts';
import { moveItems } from '../../server/http/features/grocery-list/move-items.ts';
import { MemoryCommandLog } from './memory-command-log.ts';
import { inTurns, ProcessFailed, type Request, type Requested } from './requests-in-turns.ts';

const members = ['mia', 'tom'] as const;
/** With the main one, which has the number 0. */
const listCount = 4;

/** What a member does with a list. `failsAt`: the step before which the process of the request fails. */
const act = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('add' as const) },
    { weight: 5, arbitrary: fc.constant('move' as const) },
    { weight: 2, arbitrary: fc.constant('close' as const) },
    { weight: 3, arbitrary: fc.constantFrom('change', 'check', 'remove') },
  ),
  member: fc.constantFrom(...members),
  list: fc.nat({ max: listCount - 1 }),
  /** By how much the number of the other list is higher, modulo `listCount`. */
  other: fc.integer({ min: 1, max: listCount - 1 }),
  pick: fc.nat({ max: 100 }),
  failsAt: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat({ max: 7 }) }),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** What is done at the same time. `turns`: whose step is next. `repeats`: whether the requests that failed are repeated, too. */
const round = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 4, size: 'max' }),
  turns: fc.array(fc.nat({ max: 3 }), { minLength: 10, maxLength: 40, size: 'max' }),
  repeats: fc.boolean(),
});
export const rounds = fc.array(round, { minLength: 8, maxLength: 20, size: 'max' });
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

const contextOf = (actor: string): CommandContext => ({ actor, commandId: newId(), correlationId: '' });

export class SharedLists {
  readonly #commands: CommandHandler = createCommandHandler(new MemoryCommandLog());
  readonly #main = newId();
  /** The ids of the lists, by their numbers. */
  readonly #lists = Array<string>(listCount).fill(this.#main);
  readonly #canClose: boolean;
  readonly #added = new Set<string>();
  /** Items that members removed, checked, saw on a list that they closed, or were refused. */
  readonly #ended = new Set<string>();
  /** Items that may be on two lists, because they were changed between the steps of a move. */
  readonly #changed = new Set<string>();
  #failed: Request[] = [];
  readonly counts = { moved: 0, closed: 0, failed: 0 };

  /** @param canClose whether members close lists */
  constructor(canClose: boolean) {
    this.#canClose = canClose;
  }

  async carryOut({ acts, turns, repeats }: Round): Promise<void> {
    await this.#openLists();
    const requests = (repeats ? this.#failed.splice(0) : []).map((run): Requested => ({ run: this.#attempt(run) }));
    for (const each of acts) {
      const run = await this.#requestOf(each);
      if (run) requests.push({ run: this.#attempt(run), failsAt: each.failsAt });
    }
    let step = 0;
    await inTurns(this.#commands, requests, (waiting) => (turns[step++ % turns.length] ?? 0) % waiting);
  }

  /** Repeats what has failed. @returns how many open lists have each of the items that members want to be on one */
  async outcome(): Promise<{ readonly onLists: readonly number[]; readonly unchangedOnLists: readonly number[] }> {
    for (const run of this.#failed.splice(0)) await this.#attempt(run)(this.#commands);
    await this.#openLists();
    const counts = new Map([...this.#added].filter((id) => !this.#ended.has(id)).map((id) => [id, 0]));
    for (const listId of this.#lists) {
      for (const { id } of await this.#itemsOn(listId)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    for (const id of this.#ended) counts.delete(id);
    const unchanged = [...counts].filter(([id]) => !this.#changed.has(id));
    return { onLists: [...counts.values()], unchangedOnLists: unchanged.map(([, count]) => count) };
  }

  /** A list in place of each one that was closed. */
  async #openLists(): Promise<void> {
    const names = await this.#commands.read(listCollection, this.#main, (state) => new Set(state.names.keys()));
    for (let n = 1; n < listCount; n++) {
      if (names.has(this.#lists[n] ?? '')) continue;
      const listId = newId();
      this.#lists[n] = listId;
      const open = { type: 'OpenList', listId, name: `List ${n}` } as const;
      await this.#commands.handle(listCollection, this.#main, open, contextOf('mia'), () => undefined);
    }
  }

  #itemsOn(listId: string) {
    return this.#commands.read(groceryList, listId, ({ items }) =>
      Array.from(items.values(), ({ id, checkedBy }) => ({ id, isChecked: checkedBy !== undefined })),
    );
  }

  /** Undefined if the act is not possible. */
  async #requestOf({ kind, member, list, other, pick }: Act): Promise<Request | undefined> {
    const mainListId = this.#main;
    const [listId = '', to = ''] = [this.#lists[list], this.#lists[(list + other) % listCount]];
    const context = contextOf(member);
    const access = { mainListId, members };
    if (kind === 'add') return this.#adding({ ...access, listId }, context, 1 + (pick % 3));
    const items = await this.#itemsOn(listId);
    if (kind === 'close') {
      if (!this.#canClose || listId === mainListId) return undefined;
      const seen = items.filter(({ isChecked }, n) => !isChecked && n % 3 !== pick % 3).map(({ id }) => id);
      return async (commands) => {
        await closeList(commands, context, { listId, mainListId }, seen);
        for (const id of seen) this.#ended.add(id);
        this.counts.closed++;
      };
    }
    if (kind === 'move') {
      const ids = items.filter((_, n) => n % 4 !== pick % 4).map(({ id }) => id);
      if (ids.length === 0) return undefined;
      return async (commands) => {
        await moveItems(commands, context, { from: listId, to: { ...access, listId: to } }, () => ids);
        this.counts.moved++;
      };
    }
    const item = items[pick % Math.max(1, items.length)];
    if (!item) return undefined;
    (kind === 'change' ? this.#changed : this.#ended).add(item.id);
    const commandOf = {
      change: { type: 'ChangeItem', itemId: item.id, amount: `${pick}` },
      check: { type: 'CheckItems', itemIds: [item.id], checked: true },
      remove: { type: 'RemoveItem', itemId: item.id },
    } as const satisfies Record<string, GroceryListCommand>;
    return async (commands) => {
      await commands.handle(groceryList, listId, commandOf[kind], context, () => undefined);
    };
  }

  #adding(list: Parameters<typeof isOpen>[2], context: CommandContext, count: number): Request {
    const ids = Array.from({ length: count }, newId);
    const add = { type: 'AddItems', items: ids.map((id) => ({ id, name: id, amount: '', unit: '' })) } as const;
    return async (commands) => {
      await commands.handle(groceryList, list.listId, add, context, () => undefined);
      for (const id of ids) this.#added.add(id);
      // The request is refused, so the member still has them.
      if (!(await isOpen(commands, context, list))) for (const id of ids) this.#ended.add(id);
    };
  }

  /** Keeps a request whose process fails, to repeat it under the same key. */
  #attempt(run: Request): Request {
    return async (commands) => {
      try {
        await run(commands);
      } catch (error) {
        if (error instanceof ProcessFailed) {
          this.#failed.push(run);
          this.counts.failed++;
        } else if (!(error instanceof Refusal)) throw error;
      }
    };
  }
}
