/** A fault in the program fails the command that has it, and no other that was sent at the same time. */
import { expect, it } from 'vitest';
import type { Aggregate } from '../../../server/commands/aggregate.ts';
import { createCommandHandler } from '../../../server/commands/handle-command.ts';
import { newId } from '../../../server/commands/ids.ts';
import type { LogUnderTest } from '../event-log/log-under-test.ts';

type Counted = { readonly type: 'Counted'; readonly data: { readonly by: string } };

/** Counts, and cannot fold what `whoFails` counted. */
const tally = (whoFails: string): Aggregate<{ count: number }, { by: string }, Counted> => ({
  category: 'tally',
  events: { Counted: [] },
  initial: () => ({ count: 0 }),
  decide: ({ by }) => [{ type: 'Counted', data: { by } }],
  evolve: ({ count }, { data }) => {
    if (data.by === whoFails) throw new Error(`${whoFails} cannot be folded`);
    return { count: count + 1 };
  },
  weight: () => 1,
});

const everybody = ['first', 'second', 'third', 'last'];

export const faultsContract = (log: LogUnderTest): void => {
  for (const [where, whoFails, recorded] of [
    ['amid those that are decided together is alone refused, and not recorded', 'second', 3],
    ['at the end of those that are appended together is alone refused', 'last', 4],
  ] as const) {
    it(`a command whose event cannot be folded ${where}`, async () => {
      const { handle } = createCommandHandler(log());
      const [healthy, faulty] = [tally('nobody'), tally(whoFails)];
      const id = newId();
      const count = (by: string, aggregate = faulty) =>
        handle(
          aggregate,
          id,
          { by },
          { actor: by, commandId: newId(), correlationId: 'test' },
          ({ state }) => state.count,
        );
      // While one is under way the others gather.
      const [before, ...outcomes] = await Promise.allSettled([
        count('opens', healthy),
        ...everybody.map((by) => count(by)),
      ]);
      expect(before).toMatchObject({ value: { answer: 1 } });
      expect(outcomes.map(({ status }) => status)).toEqual(
        everybody.map((by) => (by === whoFails ? 'rejected' : 'fulfilled')),
      );
      const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.answer] : []));
      expect(answers).toEqual([2, 3, 4]);
      const found: unknown[] = [];
      for await (const { data } of log().readStream(`tally-${id}`)) found.push(data.by);
      expect(found).toHaveLength(1 + recorded);
    });
  }

  it('a stream that cannot be weighed leaves nobody without an answer', async () => {
    const { handle } = createCommandHandler(log());
    let faults = 1;
    const heavy: typeof sometimes = {
      ...sometimes,
      weight: ({ count }) => {
        if (count === 3 && faults-- > 0) throw new Error('This cannot be weighed');
        return 1;
      },
    };
    const id = newId();
    const outcomes = await Promise.allSettled(
      ['opens', 'first', 'second', 'nobody', 'third'].map((by) =>
        handle(heavy, id, { by }, { actor: by, commandId: newId(), correlationId: 'test' }, ({ state }) => state.count),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.answer)).toEqual([1, 2, 3, 3, 4]);
  });
};

/** What nobody counts changes nothing. */
const sometimes = {
  ...tally('none of them'),
  decide: ({ by }: { by: string }): Counted[] => (by === 'nobody' ? [] : [{ type: 'Counted', data: { by } }]),
};
