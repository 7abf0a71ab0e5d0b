import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { LogLevel } from '../config/config.ts';

/** What libraries would log of a request at the finest levels, and what nobody should read there. */
const secrets = ['*.headers.authorization', '*.headers.Authorization', 'err.rawPacket'];

/** With its message as it is: where an error has a cause, its message says why, and Pino would say it once more. */
const err = (error: unknown): unknown =>
  error instanceof Error ? { ...stdSerializers.err(error), message: error.message } : error;

/** @param destination by default standard error, without waiting for it */
export const createLogger = (
  level: LogLevel,
  destination: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Logger => pino({ level, base: null, redact: secrets, serializers: { err } }, destination);
