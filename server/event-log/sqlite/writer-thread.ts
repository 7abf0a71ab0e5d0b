/**
 * The thread that owns the writing connection, so that a sync of the disk never holds up the event loop. It sleeps on
 * the doorbell instead of in an event loop of its own, which halves the time that it takes to wake.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openForWriting } from './schema.ts';
import { lackOfRoom, writeFailureOf } from './write-failure.ts';
import { CheckpointHeldUp, Writer } from './writer.ts';
import type { FlatGroup, FromWriter, ToWriter, WriterStart } from './writer-protocol.ts';

const port = parentPort;
if (port === null) throw new Error('This module is the entry of a worker thread');

const start: WriterStart = workerData;
const doorbell = new Int32Array(start.doorbell);
const db = openForWriting(start.file, start.synchronous);
const writer = new Writer(db, start.checkpointPages);

const say = (message: FromWriter): void => port.postMessage(message);

const next = (): ToWriter | undefined => receiveMessageOnPort(port)?.message;

const write = (group: FlatGroup): void => {
  try {
    say({ kind: 'committed', outcomes: writer.write(group) });
  } catch (error) {
    say({ kind: 'failed', failure: writeFailureOf(error) });
  }
};

const probe = (): void => {
  try {
    writer.probe();
    say({ kind: 'probed', failure: lackOfRoom(start.file) });
  } catch (error) {
    say({ kind: 'probed', failure: writeFailureOf(error) });
  }
};

let checkpointFails = false;

/** After the answer, so that nobody waits for it. What fails is tried again later, and told once until it succeeds. */
const checkpoint = (): void => {
  try {
    if (writer.checkpointIfDue()) checkpointFails = false;
  } catch (error) {
    const reason = whyNot(error);
    if (!checkpointFails) say({ kind: 'checkpoint_failed', reason });
    checkpointFails = true;
  }
};

const whyNot = (error: unknown): string => {
  if (error instanceof CheckpointHeldUp) {
    return `a program that reads it, such as a backup, stays in one transaction; end it (${error.message})`;
  }
  if (error instanceof Error && 'errcode' in error) return `see the disk (${error.message})`;
  throw error;
};

const work = (): void => {
  for (;;) {
    const rung = Atomics.load(doorbell, 0);
    for (let message = next(); message !== undefined; message = next()) {
      if (message === 'close') return;
      if (message === 'probe') probe();
      else write(message);
      checkpoint();
    }
    Atomics.wait(doorbell, 0, rung);
  }
};

say({ kind: 'ready', head: writer.head });
work();
db.close();
