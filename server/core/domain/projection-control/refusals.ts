import { Refusal } from '../refusal.ts';

export const projectionControlRefusals = {
  neverPaused: (projection: string) =>
    new Refusal(
      'conflict',
      'NEVER_PAUSED',
      `The projection ${projection} cannot be paused: access to people's data, or the record of it, depends on it`,
    ),
  alreadyPaused: () => new Refusal('conflict', 'ALREADY_PAUSED', 'The projection is paused already'),
  notPaused: () => new Refusal('conflict', 'NOT_PAUSED', 'The projection is not paused'),
  alreadySkipped: (position: string) =>
    new Refusal('conflict', 'ALREADY_SKIPPED', `The event at ${position} is skipped already`),
  nothingToSkip: (position: string, failingAt: string | undefined) =>
    new Refusal(
      'conflict',
      'NOTHING_TO_SKIP',
      failingAt === undefined
        ? `There is nothing to skip at ${position}: the projection does not fail`
        : `There is nothing to skip at ${position}: the projection fails at ${failingAt}`,
    ),
  alreadyRebuilding: ({ at }: { readonly at: string }) =>
    new Refusal(
      'conflict',
      'ALREADY_REBUILDING',
      `The projection is being rebuilt since ${at}: wait until that is done, or cancel it`,
    ),
  notRebuilding: () => new Refusal('conflict', 'NOT_REBUILDING', 'The projection is not being rebuilt'),
  reasonRequired: () => new Refusal('invalid', 'REASON_REQUIRED', 'Say why the event is skipped', 'why'),
};
