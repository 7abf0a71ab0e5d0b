import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { LogLevel } from '../config/config.ts';

/** Secrets that libraries would log with a request at the debug and trace levels. */
const secrets = ['*.headers.authorization', '*.headers.Authorization', 'err.rawPacket'];

/** Keeps the error's own message: it names the cause already, and Pino would append the cause's message again. */
const err = (error: unknown): unknown =>
  error instanceof Error ? { ...stdSerializers.err(error), message: error.message } : error;

/** @param destination default: standard error, written asynchronously */
export const createLogger = (
  level: LogLevel,
  destination: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Logger => pino({ level, base: null, redact: secrets, serializers: { err } }, destination);
