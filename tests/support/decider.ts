import { expect } from 'vitest';
import type { EventWithMetadata } from '../../server/core/domain/event-with-metadata.ts';
import { Refusal } from '../../server/core/domain/refusal.ts';
import { deepFreeze } from './strict-log.ts';

interface Decider<State, Command, Event extends { type: string; data: object }> {
  initial(): State;
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: EventWithMetadata<Event>): State;
}

/** An event with its actor, as `by('mia', …)` creates it. Without a `commandId`, it gets its own. */
export type By<Event> = { by: string; commandId?: string; at?: string; event: Event };
export const by = <Event>(actor: string, ...events: Event[]): By<Event>[] =>
  events.map((event) => ({ by: actor, event }));

/** States a business rule: given these events, when this command is decided, then these events or this refusal. */
export const given = <State, Command, Event extends { type: string; data: object }>(
  decider: Decider<State, Command, Event>,
  history: By<NoInfer<Event>>[],
) => {
  const state = history.reduce(
    (folded, { event, by: actor, at = '2026-01-01T00:00:00.000Z', commandId }, n) =>
      decider.evolve(
        folded,
        deepFreeze({ ...structuredClone(event), meta: { actor, commandId: commandId ?? `command-${n}`, at } }),
      ),
    decider.initial(),
  );
  return {
    state,
    when: (command: Command) => ({
      decides: (...events: Event[]) => expect(decider.decide(command, state)).toEqual(events),
      /** @param field the invalid property of the request, if the refusal is about one */
      refused: (code: string, field?: string) => {
        let refusal: unknown;
        try {
          decider.decide(command, state);
        } catch (error) {
          refusal = error;
        }
        expect(refusal).toBeInstanceOf(Refusal);
        expect((refusal as Refusal).code).toBe(code);
        if (field !== undefined) expect((refusal as Refusal).field).toBe(field);
      },
    }),
  };
};

/** The events of a command; none if a rule refuses it. For properties, whose commands are arbitrary. */
export function decidedEvents<State, Command, Event extends { type: string; data: object }>(
  decider: Decider<State, Command, Event>,
  command: Command,
  state: State,
): Event[] {
  try {
    return decider.decide(command, state);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return [];
  }
}
