import type { ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import type { Config } from '../config/config.ts';
import type { EventLog, ReadableLog } from '../core/event-log.ts';
import type { Output } from './output.ts';
import type { Progress, ProgressOptions } from './progress.ts';

/** What the commands use. Whatever they open is closed when the command ends. */
export interface CommandContext {
  readonly output: Output;
  /** @throws ConfigError */
  config(): Config;
  /** Also while a server runs. @throws EventLogUnavailable */
  openLogForReading(): Promise<ReadableLog>;
  /** @throws EventLogUnavailable when there is no log, Error when a server has the embedded log open */
  openLog(): Promise<EventLog>;
  /**
   * For events from elsewhere: an embedded log that does not exist is made.
   * @param eventLog default: the configured one
   * @throws Error when a server has the embedded log open
   */
  makeLog(eventLog?: Config['eventLog']): Promise<EventLog>;
  /** Whether a server has the embedded log open; false if that is not known. */
  isLogInUse(): boolean;
  openReadModels(): Promise<ReadModelStore>;
  showProgress(options: ProgressOptions): Progress;
  /** Prints a line on standard error. The command goes on. */
  warn(line: string): void;
  /** Aborts on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}
