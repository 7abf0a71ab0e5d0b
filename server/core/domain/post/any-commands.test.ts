import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidedEvents } from '../../../../tests/support/decider.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { type PostCommand, type PostState, post } from './decider.ts';

const body = { type: 'text', content: 'No lettuce' } as const;

describe('any sequence of commands', () => {
  const commentId = fc.constantFrom('c1', 'c2', 'c3');
  // Deletion is rare, because a deleted post accepts no commands.
  const commandOf = (actor: string): fc.Arbitrary<PostCommand> =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          type: fc.constant('PublishPost' as const),
          title: fc.string(),
          body: fc.constant(body),
        }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          type: fc.constant('RevisePost' as const),
          actor: fc.constant(actor),
          title: fc.string(),
          body: fc.constant(body),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ type: 'DeletePost' as const, actor }) },
      {
        weight: 10,
        arbitrary: fc.record({
          type: fc.constant('Like' as const),
          actor: fc.constant(actor),
          liked: fc.constantFrom(undefined, true, false),
        }),
      },
      { weight: 8, arbitrary: fc.record({ type: fc.constant('AddComment' as const), commentId, text: fc.string() }) },
      {
        weight: 5,
        arbitrary: fc.record({ type: fc.constant('DeleteComment' as const), actor: fc.constant(actor), commentId }),
      },
    );
  const sent = fc
    .constantFrom('eleni', 'sam', 'mia')
    .chain((actor) => fc.record({ actor: fc.constant(actor), command: commandOf(actor) }));
  const publish = { actor: 'eleni', command: { type: 'PublishPost', title: 'Salad', body } } as const;

  it('counts odd toggles as likes, and lets only the author change the post', () => {
    const comparedToggles = new Spread();
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 60, size: 'max' }), (commands) => {
        const toggles = new Map<string, number>();
        let state: PostState = post.initial();
        for (const { actor, command } of [publish, ...commands]) {
          for (const event of decidedEvents(post, command, state)) {
            if (event.type === 'PostLiked' || event.type === 'PostUnliked') {
              toggles.set(actor, (toggles.get(actor) ?? 0) + 1);
            }
            if (event.type === 'PostRevised' || event.type === 'PostDeleted') expect(actor).toBe('eleni');
            state = post.evolve(state, {
              ...event,
              meta: { actor, commandId: 'any', at: '2026-01-01T00:00:00.000Z' },
            });
          }
        }
        const isCompared = state.status === 'published';
        comparedToggles.add(isCompared ? [...toggles.values()].reduce((sum, count) => sum + count, 0) : 0);
        if (state.status !== 'published') return;
        const odd = [...toggles].filter(([, count]) => count % 2 === 1).map(([name]) => name);
        expect([...state.likes].sort()).toEqual(odd.sort());
      }),
      { numRuns: 300 },
    );
    expect(comparedToggles.share(3)).toBeGreaterThan(0.25);
  });
});
