import type { RecordedEvent } from '../core/event-log.ts';
import { readLogFile } from './read-log-file.ts';

/**
 * An exported log, to be read as a whole. The order of its events is not checked.
 * @param name says how the file is compressed
 */
export const exportedLog = (file: string, name = file) => ({
  /** @throws DamagedFile */
  async *readAll(): AsyncGenerator<RecordedEvent, void> {
    for await (const entry of readLogFile(file, name)) if (entry.kind === 'event') yield entry.event;
  },
});
