/** The address of a stream's page, at a position of the log or, without one, as it is now. */
export const streamAddress = (stream: string, position?: string): string =>
  `/operator/streams/${encodeURIComponent(stream)}${position === undefined ? '' : `?at=${position}`}`;
