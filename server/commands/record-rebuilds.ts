import { projectionControl } from '../core/domain/projection-control/decider.ts';
import type { RebuildCommand } from '../core/domain/projection-control/rebuilds.ts';
import { machine } from '../core/domain/staff/events.ts';
import type { CommandHandler } from './handle-command.ts';
import { newId } from './ids.ts';

/** Records what came of a rebuild, in the name of this machine. */
export const recordRebuilds =
  (commands: CommandHandler) =>
  async (name: string, command: RebuildCommand): Promise<void> => {
    const id = newId();
    await commands.handle(projectionControl, name, command, machineContext(id), () => undefined);
  };

const machineContext = (id: string) => ({ actor: machine, commandId: id, correlationId: id });
