/**
 * An installation on EventStoreDB and Redis under one fault after another, while users write all the time. After each
 * fault: nothing acknowledged is lost, nothing is doubled, the read models equal a replay, no process holds more memory,
 * and the time to recover is bounded. The short form has one process and the faults marked `short`.
 *
 * Faults of an embedded log have files of their own: disk-full, kill-nine, power-loss, log-kill, and damage of the log in
 * server/event-log/sqlite.
 */
import { afterAll, beforeAll, expect, inject, type TestContext, test } from 'vitest';
import { describeWith } from '../support/requirements.ts';
import type { Fault, Scale } from '../support/site/fault.ts';
import { faults } from '../support/site/faults.ts';
import { Site } from '../support/site/site.ts';
import { until } from '../support/until.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The form of the installation. `vitest.config.ts` sets it. */
    installation: 'one process' | 'four processes';
  }
}

interface Form {
  readonly processes: Readonly<Record<string, string>>;
  readonly users: number;
  readonly paceMs: number;
  readonly scale: Scale;
  readonly faults: readonly Fault[];
  /** Of the bounds: in `npm test`, other tests take most of the machine. */
  readonly slack: number;
}

const forms: Readonly<Record<'one process' | 'four processes', Form>> = {
  'one process': {
    processes: { server: 'api,live,projections' },
    users: 3,
    paceMs: 200,
    scale: { freezeMs: 3_000, sockets: 30, cuts: 4 },
    faults: faults.filter(({ short }) => short),
    slack: 3,
  },
  'four processes': {
    processes: { 'node-1': 'api,live', 'node-2': 'api,live', 'worker-1': 'projections', 'worker-2': 'projections' },
    users: 8,
    paceMs: 10,
    scale: { freezeMs: 10_000, sockets: 2_000, cuts: 10 },
    faults,
    slack: 1,
  },
};

const form = forms[inject('installation')];
const eventStoreUrl = process.env.EVENTSTORE_URL;
/** Changes before the first fault: code is compiled and caches are full. */
const warmUpWrites = 50;
/** More than a process may hold after a fault than before the first: caches and buffers, not a leak with each fault. */
const maxGrowthMb = 30;

interface Row {
  readonly fault: string;
  readonly recovered: string;
  readonly withoutWrites: string;
  readonly events: number;
  readonly memory: string;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

describeWith(
  'redis-server',
  `an installation of ${inject('installation')}, with users who write all the time`,
  (program) => {
    const rows: Row[] = [];
    let site: Site;
    const cleanUp = new AsyncDisposableStack();
    let memoryAtFirst: readonly number[] = [];

    const memory = () => Promise.all(site.processes.map((one) => one.memoryMb()));

    beforeAll(async () => {
      const { processes, users, paceMs } = form;
      site = cleanUp.use(await Site.open({ redisProgram: program, processes, users, paceMs, eventStoreUrl }));
      await until(() => site.audit.acknowledged.count >= warmUpWrites, 60_000, 50);
      memoryAtFirst = await memory();
    }, 180_000);

    afterAll(async () => {
      await cleanUp.disposeAsync();
      process.stdout.write(`${tableOf(rows)}\n`);
    });

    const skipUnlessPossible = ({ needs }: Fault, skip: TestContext['skip']) => {
      const [{ eventStoreLine } = { eventStoreLine: undefined }] = site.processes;
      skip(
        needs === 'own EventStoreDB' && !site.eventStore,
        'EVENTSTORE_URL is of a server that this test does not stop',
      );
      skip(needs !== undefined && !eventStoreLine, 'EVENTSTORE_URL has TLS or several hosts: no proxy can be between');
    };

    test.for(form.faults)('recovers from $name', { timeout: 240_000 }, async (fault, { skip, onTestFinished }) => {
      skipUnlessPossible(fault, skip);
      const { name, inflict, boundMs, isBoundPerProcess } = fault;
      site.load.resetPause();
      const recoveredMs = await inflict(site, form.scale);
      onTestFinished(() => site.load.resume());
      await site.load.suspend();
      const withoutWritesMs = site.load.longestPauseMs;
      expect(await site.audit.differences()).toEqual([]);
      expect(site.load.problems.splice(0)).toEqual([]);
      const held = await memory();
      rows.push({
        ...{ fault: name, recovered: seconds(recoveredMs), withoutWrites: seconds(withoutWritesMs) },
        events: site.audit.eventCount,
        memory: held.map((mb) => mb.toFixed()).join(', '),
      });
      for (const [n, mb] of held.entries()) expect(mb).toBeLessThan((memoryAtFirst[n] ?? 0) + maxGrowthMb);
      expect(recoveredMs).toBeLessThan(boundMs * (isBoundPerProcess ? site.processes.length : 1) * form.slack);
    });
  },
);

function tableOf(rows: readonly Row[]): string {
  const heads = {
    fault: 'fault',
    recovered: 'recovered',
    withoutWrites: 'no writes',
    events: 'events',
    memory: 'MB held',
  };
  const lines = [heads, ...rows].map((row) => Object.values(row).map(String));
  const widths = Object.keys(heads).map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
