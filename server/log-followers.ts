/** What follows the log beside the projections, in a process with their role. */
import type { ProjectionControls } from '../projections/control/projection-controls.ts';
import { allProjections } from '../projections/definitions/all.ts';
import { notificationsProjection } from '../projections/definitions/notifications/notifications.ts';
import { filterOf, type Projection } from '../projections/definitions/projection.ts';
import type { ReadModels } from '../projections/definitions/read-models.ts';
import type { ReadModelStore } from '../projections/read-models/read-model-store.ts';
import { keepRebuilds, type Rebuilds } from '../projections/rebuild/keep-rebuilds.ts';
import { keepIndex } from './audit/index/keep-index.ts';
import { startSeals } from './audit/seals/start-seals.ts';
import type { CommandHandler } from './commands/handle-command.ts';
import { recordRebuilds } from './commands/record-rebuilds.ts';
import type { Config } from './config/config.ts';
import type { EventLog } from './core/event-log.ts';
import type { Logger } from './core/logger.ts';
import { createPublicPost } from './core/network/public-post.ts';
import type { OpenedPush } from './open-push.ts';
import type { Stopping } from './process/stopping.ts';
import { startPush } from './push/start-push.ts';

export interface LogFollowersOptions {
  readonly config: Pick<Config, 'auditIndex' | 'seals'>;
  readonly log: EventLog;
  readonly store: ReadModelStore;
  readonly controls: ProjectionControls;
  readonly commands: CommandHandler;
  /** Called when readers get a rebuilt read model from this process. */
  readonly onRebuilt: (projection: Projection) => void;
  readonly logger: Logger;
  readonly readModels: Pick<ReadModels, 'notifications' | 'profiles'>;
  /** Undefined: no push messages are sent. */
  readonly push: OpenedPush | undefined;
}

/** Starts the rebuilds that operators request, the index of the log, its seals and push messages, which `stopping` ends. */
export async function startLogFollowers(stopping: Stopping, options: LogFollowersOptions): Promise<Rebuilds> {
  const { config, log, store, controls, commands, onRebuilt, logger, readModels: models, push } = options;
  const record = recordRebuilds(commands);
  const rebuilds = await stopping.open('rebuilds', () =>
    keepRebuilds({ log, store, definitions: allProjections, controls, record, onSwitched: onRebuilt, logger }),
  );
  await stopping.open('audit index', () => keepIndex({ log, file: config.auditIndex, logger }));
  await stopping.open('seals', () => startSeals({ log, settings: config.seals, logger }));
  if (push) {
    const { types } = filterOf(notificationsProjection);
    await stopping.open('push messages', () =>
      startPush({ ...push, log, models, types, post: createPublicPost(), logger }),
    );
  }
  return rebuilds;
}
