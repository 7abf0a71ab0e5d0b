/** An application whose requests other calls can interrupt, and calls to the lists of its users. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { CommandHandler } from '../../server/commands/handle-command.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { GroceryLists, OwnersList } from '../../server/core/contracts/grocery-lists.ts';
import type { Household } from '../../server/core/contracts/households.ts';
import { householdCalls } from './household-calls.ts';
import { openTestAppWith, type TestApp } from './test-app.ts';

type Call = () => Promise<{ statusCode: number }>;

/** Opens the application before the tests of a file. */
export function withCallsMeanwhile(...users: string[]) {
  let app: TestApp;
  let meanwhile: { readonly before: string; readonly call: Call; skipped: number } | undefined;

  async function interrupt(operation: string): Promise<void> {
    if (operation !== meanwhile?.before || meanwhile.skipped-- > 0) return;
    const { call } = meanwhile;
    meanwhile = undefined;
    expect((await call()).statusCode).toBeLessThan(300);
  }

  const interrupted = (commands: CommandHandler): CommandHandler => ({
    ...commands,
    async handle(aggregate, id, ...command) {
      const stream = `${aggregate.category}-${id}`;
      await interrupt(`change ${stream}`);
      const handled = await commands.handle(aggregate, id, ...command);
      await interrupt(`return from ${stream}`);
      return handled;
    },
    async read(aggregate, id, ...reading) {
      await interrupt(`read ${aggregate.category}-${id}`);
      return commands.read(aggregate, id, ...reading);
    },
  });
  beforeAll(async () => {
    app = await openTestAppWith({ wrapCommands: interrupted }, users);
  });
  afterAll(() => app.close());

  const as = (user: string) => app.as(user);
  const atStep = (operation: string, call: Call, skipped = 0): void => {
    meanwhile = { before: operation, call, skipped };
  };
  const add = (user: string, userId: string, ...names: string[]) =>
    as(user).post('/api/grocery-list', { userId, ingredients: names.map((name) => ({ name })) });
  const read = async (user: string, whose = user): Promise<GroceryList> =>
    (await as(user).get(`/api/grocery-list/${whose}`)).json();
  return {
    ...householdCalls(() => app),
    as,
    /** The position of the last event. */
    head: () => app.head(),
    /** Makes a call once, right before a step of a request: `change`, `return from` or `read`, and the stream. `skipped`: how often that comes first. */
    atStep,
    /** Makes a call right before the next command for a stream. */
    justBefore: (stream: string, call: Call): void => atStep(`change ${stream}`, call),
    add,
    /** Adds items until the list is full. */
    fill: async (user: string, whose: string): Promise<void> => {
      const hundred = Array.from({ length: 100 }, (_, n) => `Item ${n}`);
      for (let n = 0; n < 5; n++) expect((await add(user, whose, ...hundred)).statusCode).toBe(201);
    },
    read,
    names: async (user: string, whose = user) => (await read(user, whose)).items.map(({ name }) => name),
    /** Opens a further list of a household. */
    open: async (user: string, { id }: Household, name: string): Promise<OwnersList> =>
      (await as(user).post(`/api/grocery-list/${id}/lists`, { name })).json(),
    /** The user's own lists, without the main one. */
    further: async (user: string) =>
      (await as(user).get(`/api/grocery-list/${user}/lists`)).json<GroceryLists>().items.slice(1),
  };
}
