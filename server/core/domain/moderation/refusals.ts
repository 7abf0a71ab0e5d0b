import { Refusal } from '../refusal.ts';

export const moderationRefusals = {
  caseNotFound: () => new Refusal('not-found', 'CASE_NOT_FOUND', 'There is nothing like this, or it was removed'),
  ownContent: () => new Refusal('forbidden', 'OWN_CONTENT', 'You cannot report yourself, or what you wrote'),
  ownCase: () =>
    new Refusal('forbidden', 'OWN_CASE', 'Another moderator has to decide this: it is about you, or what you wrote'),
  reasonRequired: () => new Refusal('invalid', 'REASON_REQUIRED', 'Give a reason: the author reads it', 'reason'),
  endsInThePast: () => new Refusal('invalid', 'ENDS_IN_THE_PAST', 'A suspension ends in the future', 'until'),
  notForPeople: () =>
    new Refusal('conflict', 'NOT_FOR_PEOPLE', 'A person cannot be hidden; suspend them, or hide what they wrote'),
  onlyForPeople: () => new Refusal('conflict', 'ONLY_FOR_PEOPLE', 'Only a person can be suspended'),
  textRequired: () => new Refusal('invalid', 'TEXT_REQUIRED', 'Write why this should be changed', 'text'),
  nothingToAppeal: () =>
    new Refusal('not-found', 'NOTHING_TO_APPEAL', 'There is no decision about you here that you could appeal'),
  appealedBefore: () =>
    new Refusal(
      'conflict',
      'APPEALED_BEFORE',
      'You have appealed this decision already; it is final once it is decided',
    ),
};
