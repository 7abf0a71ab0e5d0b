/**
 * The thread that owns the writing connection, so that syncing the disk never blocks the main event loop. It sleeps on
 * the doorbell and not in an event loop of its own, which halves the time to wake.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openForWriting } from './schema.ts';
import { diskFullFailure, writeFailureOf } from './write-failure.ts';
import { AnotherWriter, CheckpointBlocked, Writer } from './writer.ts';
import type { FlatGroup, FromWriter, ToWriter, WriterStart } from './writer-protocol.ts';

const port = parentPort;
if (port === null) throw new Error('This module is the entry of a worker thread');

const start: WriterStart = workerData;
const doorbell = new Int32Array(start.doorbell);
const db = openForWriting(start.file, start.synchronous);
const writer = new Writer(db, start.checkpointPages);

const post = (message: FromWriter): void => port.postMessage(message);

const next = (): ToWriter | undefined => receiveMessageOnPort(port)?.message;

const write = (group: FlatGroup): void => {
  try {
    post({ kind: 'committed', outcomes: writer.write(group) });
  } catch (error) {
    if (error instanceof AnotherWriter) throw error;
    post({ kind: 'failed', failure: writeFailureOf(error) });
  }
};

const probe = (): void => {
  try {
    writer.probe();
    post({ kind: 'probed', failure: diskFullFailure(start.file) });
  } catch (error) {
    post({ kind: 'probed', failure: writeFailureOf(error) });
  }
};

let checkpointFails = false;

/** Runs after the outcome was sent, so that no append waits. Failures are retried later; only the first is reported. */
const checkpoint = (): void => {
  try {
    if (writer.checkpointIfDue()) checkpointFails = false;
  } catch (error) {
    const reason = failureReason(error);
    if (!checkpointFails) post({ kind: 'checkpoint_failed', reason });
    checkpointFails = true;
  }
};

const failureReason = (error: unknown): string => {
  if (error instanceof CheckpointBlocked) {
    return `a program that reads it, such as a backup, stays in one transaction; end it (${error.message})`;
  }
  if (error instanceof Error && 'errcode' in error) return `check the disk (${error.message})`;
  throw error;
};

const handleMessages = (): void => {
  for (;;) {
    const rings = Atomics.load(doorbell, 0);
    for (let message = next(); message !== undefined; message = next()) {
      if (message === 'close') return;
      if (message === 'probe') probe();
      else write(message);
      checkpoint();
    }
    Atomics.wait(doorbell, 0, rings);
  }
};

post({ kind: 'ready', head: writer.head });
handleMessages();
db.close();
