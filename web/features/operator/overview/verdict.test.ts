import { expect, it } from 'vitest';
import type { ProjectionReport } from '../../../../server/core/contracts/projections.ts';
import { verdictOf } from './verdict.ts';

const report = (name: string, state: ProjectionReport['state'] = 'live'): ProjectionReport => ({
  ...{ name, version: 1, state, position: '1', lagEvents: 0, hasMoreEvents: false, lagSeconds: 0 },
  ...{ failingAt: null, error: null, rebuild: null, verified: null, differed: null, skipped: [] },
});
const ready = [{ name: 'event log', ready: true }];

it('is well only if no projection is paused or failing, and every part is ready', () => {
  expect(verdictOf(ready, [report('posts')])).toEqual({ tone: 'good', text: 'All is well' });
  expect(verdictOf(ready, [report('posts', 'paused')])).toEqual({ tone: 'odd', text: 'posts is paused' });
  expect(verdictOf([{ name: 'event log', ready: false }], [])).toEqual({
    ...{ tone: 'bad', text: 'Event log is not ready' },
  });
  expect(verdictOf([{ name: 'read models', ready: false }], []).text).toBe('Read models are not ready');
});

it('names the worst, and counts several', () => {
  const reports = [report('posts', 'paused'), report('staff', 'failing'), report('recipes', 'stopped')];
  expect(verdictOf(ready, reports)).toEqual({ tone: 'bad', text: '2 projections are failing' });
  const failed = { state: 'failed', by: 'eve', at: '2026-11-18T17:30:00.000Z', position: null } as const;
  expect(verdictOf(ready, [{ ...report('posts'), rebuild: failed }]).text).toBe('posts is not rebuilt');
});
