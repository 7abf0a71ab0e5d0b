/** A programming error fails only the command that causes it, not concurrent commands. */
import { expect, it } from 'vitest';
import type { Aggregate } from '../../../server/commands/aggregate.ts';
import { createCommandHandler } from '../../../server/commands/handle-command.ts';
import { newId } from '../../../server/commands/ids.ts';
import type { LogUnderTest } from '../event-log/log-under-test.ts';

type Counted = { readonly type: 'Counted'; readonly data: { readonly by: string } };

/** Counts events; throws when it folds one by `failingActor`. */
export const tally = (failingActor: string): Aggregate<{ count: number }, { by: string }, Counted> => ({
  category: 'tally',
  events: { Counted: [] },
  initial: () => ({ count: 0 }),
  decide: ({ by }) => [{ type: 'Counted', data: { by } }],
  evolve: ({ count }, { data }) => {
    if (data.by === failingActor) throw new Error(`${failingActor} cannot be folded`);
    return { count: count + 1 };
  },
  weight: () => 1,
});

const actors = ['first', 'second', 'third', 'last'];

export const faultsContract = (log: LogUnderTest): void => {
  for (const [place, failingActor, recorded] of [
    ['in the middle of a batch is rejected alone and not recorded', 'second', 3],
    ['at the end of a batch is rejected alone', 'last', 4],
  ] as const) {
    it(`a command whose event cannot be folded ${place}`, async () => {
      const { handle } = createCommandHandler(log());
      const [healthy, faulty] = [tally('nobody'), tally(failingActor)];
      const id = newId();
      const count = (by: string, aggregate = faulty) =>
        handle(
          aggregate,
          id,
          { by },
          { actor: by, commandId: newId(), correlationId: 'test' },
          ({ state }) => state.count,
        );
      // The others queue while one is in progress.
      const [before, ...outcomes] = await Promise.allSettled([
        count('opens', healthy),
        ...actors.map((by) => count(by)),
      ]);
      expect(before).toMatchObject({ value: { answer: 1 } });
      expect(outcomes.map(({ status }) => status)).toEqual(
        actors.map((by) => (by === failingActor ? 'rejected' : 'fulfilled')),
      );
      const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.answer] : []));
      expect(answers).toEqual([2, 3, 4]);
      const found: unknown[] = [];
      for await (const { data } of log().readStream(`tally-${id}`)) found.push(data.by);
      expect(found).toHaveLength(1 + recorded);
    });
  }

  it("answers all commands when a stream's weight cannot be computed", async () => {
    const { handle } = createCommandHandler(log());
    let faults = 1;
    const heavy: typeof withoutNobody = {
      ...withoutNobody,
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

/** Records no event for the actor `nobody`. */
const withoutNobody = {
  ...tally('none of them'),
  decide: ({ by }: { by: string }): Counted[] => (by === 'nobody' ? [] : [{ type: 'Counted', data: { by } }]),
};
