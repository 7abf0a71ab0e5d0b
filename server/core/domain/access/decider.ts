import { type AccessEvent, accessCategory } from './events.ts';
import { accessEvents } from './upcast.ts';

export interface RecordAccess {
  readonly type: 'RecordAccess';
  readonly what: string;
  /** The users concerned. */
  readonly whose: readonly string[];
  readonly why: string;
}

const decide = ({ what, whose, why }: RecordAccess): AccessEvent[] =>
  [...new Set(whose)].map((uid) => ({ type: 'AccessRecorded', data: { what, whose: uid, why } }));

/** Records accesses. No decision depends on earlier ones. */
export const accessRecord = {
  category: accessCategory,
  events: accessEvents,
  initial: () => ({}),
  decide,
  evolve: (state: object): object => state,
  weight: (): number => 1,
};
