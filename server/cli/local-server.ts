import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { CommandFailed, exitCodes } from './exit.ts';

export interface LocalCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

export interface LocalAnswer {
  readonly status: number;
  /** Undefined for 204. */
  readonly body: unknown;
}

const timeoutMs = 15_000;

/** Nothing listens there, or a server that was sent the call has ended before its response. */
const noServer = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/**
 * Calls the server that runs on this machine, through the socket in its data folder.
 * @returns undefined when no server listens there, or it has ended, maybe after it has done what the call says
 * @throws CommandFailed when it does not respond
 */
export async function callLocalServer(socketPath: string, call: LocalCall): Promise<LocalAnswer | undefined> {
  const response = await sendCall(socketPath, call);
  return response && answerOf(response);
}

/**
 * Reads a response of one JSON value a line, as it arrives.
 * @returns undefined when no server listens there, or it has ended
 * @throws CommandFailed when it refuses the call, or sends nothing for a while
 */
export async function streamLocalServer(
  socketPath: string,
  path: string,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown> | undefined> {
  const response = await sendCall(socketPath, { method: 'GET', path }, signal);
  if (!response) return undefined;
  if ((response.statusCode ?? 0) >= 400) bodyOf(await answerOf(response));
  return valuesOf(response, signal);
}

async function sendCall(
  socketPath: string,
  { method, path, body }: LocalCall,
  signal?: AbortSignal,
): Promise<IncomingMessage | undefined> {
  // Only some commands call the server, and this module loads the client of WebSockets.
  const { request: send } = await import('node:http');
  return new Promise((resolve, reject) => {
    const request = send({
      socketPath,
      method,
      path,
      timeout: timeoutMs,
      ...(signal && { signal }),
      ...(body && { headers: { 'content-type': 'application/json' } }),
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) reject(signal.reason);
      else if (noServer.has(error.code ?? '')) resolve(undefined);
      else reject(new CommandFailed(`The server does not respond (${error.message})`, exitCodes.unreachable));
    });
    request.on('timeout', () => request.destroy(new Error(`no response after ${timeoutMs / 1000} s`)));
    request.on('response', resolve);
    request.end(body && JSON.stringify(body));
  });
}

async function answerOf(response: IncomingMessage): Promise<LocalAnswer> {
  const status = response.statusCode ?? 0;
  if (status !== 204) return { status, body: await json(response) };
  response.resume();
  return { status, body: undefined };
}

async function* valuesOf(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<unknown, void> {
  try {
    for await (const line of createInterface(response)) yield JSON.parse(line);
  } catch (error) {
    signal.throwIfAborted();
    // Also for a line that is cut.
    throw connectionEnded(error);
  }
  if (!response.complete) throw connectionEnded();
}

const connectionEnded = (cause?: unknown): CommandFailed =>
  new CommandFailed('The server has ended the connection', exitCodes.unreachable, { cause });

/** The body of a successful answer. @throws CommandFailed with the message of any other */
export function bodyOf({ status, body }: LocalAnswer): unknown {
  if (status < 400) return body;
  const message =
    typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : `status ${status}`;
  throw new CommandFailed(message, status >= 500 ? exitCodes.unreachable : exitCodes.usage);
}
