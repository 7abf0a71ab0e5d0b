import type { CommandHandler } from '../commands/handle-command.ts';
import { derivedId } from '../commands/ids.ts';
import { recipe } from '../core/domain/recipe/decider.ts';
import { recipeCategory } from '../core/domain/recipe/events.ts';
import type { EventLog } from '../core/event-log.ts';
import type { Logger } from '../core/logger.ts';
import { cherryPie, pancakes } from './american.ts';
import { bibimbap, dumplings, mapo, ramen } from './asian.ts';
import { bakedFeta, greekSalad, pasta, pizza } from './mediterranean.ts';
import type { Sample } from './recipe.ts';

/** In the order in which the home page of a new installation shows them. */
export const samples: readonly Sample[] = [
  ramen,
  pizza,
  bibimbap,
  greekSalad,
  bakedFeta,
  pancakes,
  dumplings,
  pasta,
  mapo,
  cherryPie,
];

/** No user can sign in with this id. */
const samplesAccount = 'potluck-samples';

/**
 * Publishes the sample recipes on an empty log, or completes an interrupted attempt. Each is published once, even if
 * several nodes start at the same time. When the log is unavailable, the next start tries again.
 */
export async function publishSamples(
  log: Pick<EventLog, 'readAll'>,
  commands: CommandHandler,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    if (!(await isEmptyOrSeeded(log))) return;
    // The home page shows the newest first.
    for (const sample of samples.toReversed()) {
      const commandId = derivedId('sample-recipe', sample.id);
      await commands.handle(
        recipe,
        sample.id,
        { type: 'PublishRecipe', recipe: sample.recipe },
        { actor: samplesAccount, commandId, correlationId: commandId },
        () => undefined,
      );
    }
  } catch (error) {
    logger.warn({ err: error }, 'The sample recipes are not published; the next start tries again');
  }
}

/** Whether the log is empty or begins with a sample. */
async function isEmptyOrSeeded(log: Pick<EventLog, 'readAll'>): Promise<boolean> {
  for await (const { stream } of log.readAll({ limit: 1 })) {
    return samples.some(({ id }) => stream === `${recipeCategory}-${id}`);
  }
  return true;
}
