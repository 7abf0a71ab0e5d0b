import { projectionControl } from '../core/domain/projection-control/decider.ts';
import { lastRebuild, type RebuildCommand } from '../core/domain/projection-control/rebuilds.ts';
import { machine } from '../core/domain/staff/events.ts';
import type { CommandHandler } from './handle-command.ts';
import { newId } from './ids.ts';

/** Records what came of a rebuild, in the name of this machine. @returns whether it is running all the same */
export const recordRebuilds =
  (commands: CommandHandler) =>
  async (name: string, command: RebuildCommand): Promise<boolean> => {
    const id = newId();
    const { answer } = await commands.handle(
      projectionControl,
      name,
      command,
      machineContext(id),
      ({ state }) => lastRebuild(state.rebuilds, command.version)?.state === 'running',
    );
    return answer;
  };

const machineContext = (id: string) => ({ actor: machine, commandId: id, correlationId: id });
