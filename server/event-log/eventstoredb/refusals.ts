/** An operator deleted the stream permanently. EventStoreDB never accepts its name again. */
export class StreamTombstoned extends Error {
  readonly code = 'STREAM_TOMBSTONED';
  constructor(stream: string, options?: ErrorOptions) {
    super(`Stream ${stream} was deleted for good and cannot be used again: give what it held a new id`, options);
    this.name = 'StreamTombstoned';
  }
}
