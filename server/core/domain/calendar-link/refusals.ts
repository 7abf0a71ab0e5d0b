import { Refusal } from '../refusal.ts';

export const calendarLinkRefusals = {
  /** A repeated request: its secret is not recorded, so that it cannot be returned again. */
  shownBefore: () =>
    new Refusal(
      'conflict',
      'LINK_SHOWN_BEFORE',
      'This link was created before, and its address is shown once; create a new one',
    ),
};
