import { Redis } from 'ioredis';

/**
 * Writes the commands of one turn of the event loop to the socket together: under load, a system call for each command took a
 * tenth of a node's processor time.
 */
export class GatheringRedis extends Redis {
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const { stream } = this;
    if (stream && stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    return super.sendCommand(...args);
  }
}
