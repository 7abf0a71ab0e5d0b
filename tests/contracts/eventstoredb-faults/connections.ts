import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { type EventLog, EventLogUnavailable } from '../../../server/core/event-log.ts';
import { openEventStoreDb } from '../../../server/event-log/eventstoredb/open-event-store-db.ts';
import { failures, notLeader } from '../../support/eventstoredb-server/faults.ts';
import { FakeEventStoreDb } from '../../support/eventstoredb-server/server.ts';
import { collect, newEvents, newStream } from '../event-log/sample-events.ts';
import { faultyServer, impatient, openLog, quick } from './faulty-server.ts';

/** The one-line error for the operator when the log cannot be opened. */
const refusalOf = async (connectionString: string): Promise<string> => {
  const outcome = await openEventStoreDb({ connectionString, timing: { ...quick, ...impatient } }).catch(
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('The log was opened');
  expect(outcome.message).not.toContain('\n');
  expect(outcome.message).not.toContain('s3cret');
  return outcome.message;
};

const startNode = async (log?: FakeEventStoreDb['log']): Promise<FakeEventStoreDb> => {
  const node = await FakeEventStoreDb.start(log === undefined ? {} : { log });
  onTestFinished(() => node.stop());
  return node;
};

export const connectionFaults = (): void => {
  test('fails every call at once while the server is down, and recovers with it', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    await log.append(stream, newEvents(1), 'no_stream');
    server.stop();
    const startedAt = Date.now();
    await expect(log.append(stream, newEvents(1), 0n)).rejects.toThrow(/EventStoreDB does not answer: .*ECONNREFUSED/);
    await expect(collect(log.readStream(stream))).rejects.toBeInstanceOf(EventLogUnavailable);
    await expect(log.head()).rejects.toBeInstanceOf(EventLogUnavailable);
    // Each call would take this long if it waited for a reply.
    expect(Date.now() - startedAt).toBeLessThan(quick.callMs);
    await server.start();
    expect((await log.append(stream, newEvents(1), 0n)).revision).toBe(1n);
  });

  test.each([
    ['a server is not ready', failures.notReady],
    ['a cluster has no leader', failures.noLeader],
  ])('retries briefly and then reports an outage while %s', async (_, failure) => {
    const { server, log } = await faultyServer();
    server.faults.nextAppends.push({ written: 'never', answer: failure });
    expect((await log.append(newStream(), newEvents(1), 'no_stream')).revision).toBe(0n);
    server.faults.everyCall = failure;
    await expect(log.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow(
      new RegExp(`^EventStoreDB does not answer: .*${failure.details}`),
    );
    await expect(log.head()).rejects.toBeInstanceOf(EventLogUnavailable);
    server.faults.everyCall = undefined;
    expect((await log.append(newStream(), newEvents(1), 'no_stream')).revision).toBe(0n);
  });

  test('reports a user without write access as refused', async () => {
    const { server, log } = await faultyServer();
    server.faults.nextAppends.push({ written: 'never', answer: failures.denied });
    await expect(log.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow(/refuses the append/);
  });

  test('fails the start at once without a server, and names the setting', async () => {
    const server = await startNode();
    const { port } = server;
    server.stop();
    const startedAt = Date.now();
    const message = await refusalOf(`esdb://user:s3cret@127.0.0.1:${port}?tls=false`);
    expect(message).toMatch(
      /^EventStoreDB at 127\.0\.0\.1:\d+ does not answer \(.*ECONNREFUSED \S+\): start it, set EVENTSTORE_URL/,
    );
    expect(Date.now() - startedAt).toBeLessThan(quick.openMs + 5_000);
  });

  test('times out the start when the server accepts connections but does not reply', async () => {
    const server = await startNode();
    server.faults.everyCall = 'silence';
    expect(await refusalOf(server.connectionString)).toMatch(/no answer within \d+ ms/);
  });

  test('explains a start with TLS on a server without TLS', async () => {
    const { port } = await startNode();
    expect(await refusalOf(`esdb://user:s3cret@localhost:${port}`)).toContain('add ?tls=false');
  });

  test('explains a start with a user without read access', async () => {
    const server = await startNode();
    server.faults.everyCall = failures.denied;
    expect(await refusalOf(server.connectionString)).toContain('set EVENTSTORE_URL with one who may read $all');
  });

  test.each([
    ['not a connection string', 'http://user:s3cret@127.0.0.1:2113', 'is not a connection string'],
    ['an invalid port', 'esdb://user:s3cret@127.0.0.1:port?tls=false', 'cannot be used'],
    ['a password in the place of the port', 'esdb://user:s3cret?tls=false', 'cannot be used: '],
    ['a password that is not encoded', 'esdb://user:s3cret%@127.0.0.1:2113', 'write it as %25'],
    ['TLS without a user', 'esdb://127.0.0.1:2113', 'names no user'],
    ['a missing CA file', 'esdb://u:s3cret@127.0.0.1:2113?tlsCAFile=/none.pem', 'File was not found'],
    ['hidden conflicts', 'esdb://127.0.0.1:2113?tls=false&Throw-On-Append-Failure=false', 'must not set throwOnAppend'],
  ])('rejects a connection string before any call: %s', async (_, connectionString, reason) => {
    expect(await refusalOf(connectionString)).toMatch(new RegExp(`^EVENTSTORE_URL.*${reason}`));
  });

  test('calls a single host without cluster discovery', async () => {
    const { server, log } = await faultyServer();
    await log.append(newStream(), newEvents(1), 'no_stream');
    expect(server.calls.gossip).toBe(0);
  });

  test('calls the leader of a cluster, and the next one after a failover', async () => {
    const first = await startNode();
    const second = await startNode(first.log);
    const setLeader = (leader: FakeEventStoreDb) => {
      for (const node of [first, second]) {
        node.members = [first, second].map(({ port, calls }) => ({
          port,
          state: calls === leader.calls ? 'leader' : 'follower',
          alive: true,
        }));
      }
    };
    setLeader(second);
    const log = await openLog(`esdb://127.0.0.1:${first.port},127.0.0.1:${second.port}?tls=false`);
    const stream = newStream();
    await log.append(stream, newEvents(1), 'no_stream');
    expect([first.calls.appends, second.calls.appends]).toEqual([0, 1]);

    setLeader(first);
    second.faults.everyCall = notLeader('127.0.0.1', first.port);
    expect((await log.append(stream, newEvents(1), 0n)).revision).toBe(1n);
    expect(await collect(log.readStream(stream))).toHaveLength(2);

    setLeader(second);
    second.faults.everyCall = undefined;
    first.stop();
    expect((await log.append(stream, newEvents(1), 1n)).revision).toBe(2n);
  });

  test.each<[string, (log: EventLog, stream: string) => Promise<unknown>]>([
    ['an append', (log, stream) => log.append(stream, newEvents(1), 1n)],
    ['a read of a stream', async (log, stream) => expect(await collect(log.readStream(stream))).toHaveLength(2)],
    ['a read of the whole log', async (log) => expect(await collect(log.readAll())).toHaveLength(2)],
  ])('calls the leader for %s after a failover, as the former one may lack events', async (_, call) => {
    const [former, leader] = [await startNode(), await startNode()];
    former.members = [{ port: former.port, state: 'leader', alive: true }];
    const log = await openLog(`esdb://127.0.0.1:${former.port},127.0.0.1:${leader.port}?tls=false`);
    const stream = newStream();
    await log.append(stream, newEvents(1), 'no_stream');
    const replicated = former.log.events.filter((event) => event.stream === stream);
    leader.log.append(stream, replicated, 'no_stream');
    const elsewhere = await openLog(leader.connectionString);
    await elsewhere.append(stream, newEvents(1), 0n);
    former.faults.notLeader = notLeader('127.0.0.1', leader.port);
    await call(log, stream);
  });

  test('reports an outage when no node of a cluster responds, at the start and later', async () => {
    const node = await startNode();
    node.members = [{ port: node.port, state: 'leader', alive: true }];
    const cluster = `esdb+discover://127.0.0.1:${node.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=10`;
    const log = await openLog(cluster);
    node.stop();
    await expect(log.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow(
      /Failed to discover after 2 attempts/,
    );
    expect(await refusalOf(cluster)).toContain('Failed to discover after 2 attempts');
  });

  test('lets a process exit after its log is closed, even with an open subscription', async () => {
    const { port } = await startNode();
    const url = JSON.stringify(import.meta.resolve('../../../server/event-log/eventstoredb/open-event-store-db.ts'));
    const program = `
      import { openEventStoreDb } from ${url};
      const log = await openEventStoreDb({ connectionString: 'esdb://127.0.0.1:${port}?tls=false' });
      await log.append('process-1', [${JSON.stringify(newEvents(1)[0])}], 'no_stream');
      for await (const { events } of log.subscribe({ signal: new AbortController().signal })) {
        if (events.length > 0) void log.close();
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(10_000) });
    expect(code).toBe(0);
  });
};
