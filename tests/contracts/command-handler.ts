/** The command handler's contract for any event log: commands take effect once and in order, even if retried. */
import { afterAll, beforeAll, describe } from 'vitest';
import { faultsContract } from './command-handler/faults.ts';
import { repeatsContract } from './command-handler/repeats.ts';
import { rivalsContract } from './command-handler/rivals.ts';
import { sequencesContract } from './command-handler/sequences.ts';
import type { OpenedLog } from './event-log/log-under-test.ts';

export const commandHandlerContract = (name: string, open: () => Promise<OpenedLog>): void => {
  describe(`commands on ${name}`, () => {
    let opened: OpenedLog;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    repeatsContract(() => opened.log);
    rivalsContract(() => opened.log);
    faultsContract(() => opened.log);
    sequencesContract(() => opened.log);
  });
};
