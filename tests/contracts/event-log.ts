/**
 * The event log's contract: one suite that every adapter passes. It uses only the port and unique stream and type
 * names, and assumes neither an empty log nor dense positions, so that it also runs on a shared server.
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
      if (opened === undefined) throw new Error('The log is only open inside a test');
      return opened.log;
    };

    describe('append', () => appendContract(log, capabilities));
    describe('read', () => readContract(log));
    describe('subscribe', () => subscriptionContract(log, open));
    describe('subscribe, from catching up to live', () => seamContract(log));
  });
};
