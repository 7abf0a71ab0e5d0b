import { profilesModel } from '../projections/definitions/profiles.ts';
import type { ReadModelReader } from '../projections/read-models/read-model-store.ts';
import { tidyAvatars } from './avatars/tidy.ts';
import type { EventLog } from './event-log/event-log.ts';

export interface TidyingOptions {
  /** Of the pictures. */
  readonly folder: string;
  readonly log: Pick<EventLog, 'head'>;
  readonly profiles: ReadModelReader;
  readonly logger: { warn(details: object, message: string): void };
}

/** So long profiles are waited for; what is not tidied now is so after the next start. */
const patience = 60_000;

/** Tidies the pictures up once the profiles tell of everything that the log has: an old one would miss pictures in use. */
export async function tidyPictures({ folder, log, profiles, logger }: TidyingOptions): Promise<void> {
  const head = await log.head();
  if (head !== undefined && !(await profiles.waitFor(head, patience))) return;
  const strange = await tidyAvatars(folder, async (names) => {
    const scores = await profiles.scores(profilesModel.avatars, names);
    return scores.map((score) => score !== undefined);
  });
  if (strange > 0) logger.warn({ folder, strange }, 'Most avatars here are shown by no profile of this log; they stay');
}
