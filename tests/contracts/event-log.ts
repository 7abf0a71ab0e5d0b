/**
 * The event log's contract: one suite that every adapter passes. It only uses the port, gives its streams and the types
 * that it filters by names of their own, and assumes neither an empty log nor dense positions, so that it also runs on a
 * server that others write to.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { appendContract } from './event-log/appends.ts';
import type { EventLogCapabilities, LogUnderTest, OpenedLog } from './event-log/log-under-test.ts';
import { readContract } from './event-log/reads.ts';
import { seamContract } from './event-log/seam.ts';
import { subscriptionContract } from './event-log/subscriptions.ts';

export const eventLogContract = (
  name: string,
  open: () => Promise<OpenedLog>,
  capabilities: EventLogCapabilities,
): void => {
  describe(`event log contract: ${name}`, () => {
    let opened: OpenedLog | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened?.close();
    });
    const log: LogUnderTest = () => {
      if (opened === undefined) throw new Error('The log is only there inside a test');
      return opened.log;
    };

    describe('append', () => appendContract(log, capabilities));
    describe('read', () => readContract(log));
    describe('subscribe', () => subscriptionContract(log, open));
    describe('subscribe, from what is there to what comes', () => seamContract(log));
  });
};
