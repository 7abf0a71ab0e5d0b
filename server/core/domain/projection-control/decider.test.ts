import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { projectionControl } from './decider.ts';
import type { ProjectionControlEvent } from './events.ts';
import { lastDifferent, lastVerification } from './verifications.ts';

const paused: ProjectionControlEvent = { type: 'ProjectionPaused', data: {} };
const resumed: ProjectionControlEvent = { type: 'ProjectionResumed', data: {} };
const skipped = (position: string, version = 3): ProjectionControlEvent => ({
  type: 'EventSkipped',
  data: { version, position, why: 'A bad import' },
});
const pause = { type: 'Pause', projection: 'posts' } as const;
const skip = { type: 'SkipEvent', version: 3, position: '70', why: ' A bad import\n', failingAt: '70' } as const;
const decided = (...events: ProjectionControlEvent[]) => given(projectionControl, by('mia', ...events));

describe('the control of a projection', () => {
  it('pauses a running projection, once', () => {
    decided().when(pause).decides(paused);
    decided(paused, resumed).when(pause).decides(paused);
    decided(paused).when(pause).refused('ALREADY_PAUSED');
  });

  it('never pauses what shows people who may read their data, and who has', () => {
    for (const projection of ['accesses', 'staff']) {
      decided().when({ type: 'Pause', projection }).refused('NEVER_PAUSED');
    }
  });

  it('resumes a paused projection, once', () => {
    decided(paused).when({ type: 'Resume' }).decides(resumed);
    decided().when({ type: 'Resume' }).refused('NOT_PAUSED');
    decided(paused, resumed).when({ type: 'Resume' }).refused('NOT_PAUSED');
  });

  it('skips the event at which the projection fails, with the reason on one line', () => {
    decided().when(skip).decides(skipped('70'));
    decided(paused, skipped('60')).when(skip).decides(skipped('70'));
  });

  it('skips an event again for another version', () => {
    decided(skipped('70', 2)).when(skip).decides(skipped('70'));
    decided(skipped('70')).when(skip).refused('ALREADY_SKIPPED');
  });

  it('skips no other event, and none without a reason', () => {
    decided()
      .when({ ...skip, failingAt: undefined })
      .refused('NOTHING_TO_SKIP');
    decided()
      .when({ ...skip, failingAt: '80' })
      .refused('NOTHING_TO_SKIP');
    decided()
      .when({ ...skip, why: ' \n' })
      .refused('REASON_REQUIRED', 'why');
  });

  const rebuild = { version: 3, generation: 'g1' };
  const requested: ProjectionControlEvent = { type: 'RebuildRequested', data: rebuild };
  const completed: ProjectionControlEvent = { type: 'RebuildCompleted', data: rebuild };
  const cancelled: ProjectionControlEvent = { type: 'RebuildCancelled', data: rebuild };
  const failure = { ...rebuild, position: '70', error: 'No title' };
  const failed: ProjectionControlEvent = { type: 'RebuildFailed', data: failure };
  const request = { type: 'RequestRebuild', version: 3, generation: 'g2' } as const;
  const again: ProjectionControlEvent = { type: 'RebuildRequested', data: { version: 3, generation: 'g2' } };

  it('rebuilds one at a time, and each version for itself', () => {
    decided().when(request).decides(again);
    decided(requested).when(request).refused('ALREADY_REBUILDING');
    for (const end of [completed, cancelled, failed]) decided(requested, end).when(request).decides(again);
    const ofVersion4 = { type: 'RebuildRequested', data: { version: 4, generation: 'g2' } } as const;
    decided(requested)
      .when({ ...request, version: 4 })
      .decides(ofVersion4);
  });

  it('cancels a rebuild that runs or has failed', () => {
    const cancel = { type: 'CancelRebuild', version: 3 } as const;
    decided(requested).when(cancel).decides(cancelled);
    decided(requested, failed).when(cancel).decides(cancelled);
    decided().when(cancel).refused('NOT_REBUILDING');
    decided(requested, completed).when(cancel).refused('NOT_REBUILDING');
    decided(requested)
      .when({ ...cancel, version: 4 })
      .refused('NOT_REBUILDING');
  });

  it('records the end of a rebuild once, whichever nodes report it', () => {
    const complete = { type: 'CompleteRebuild', ...rebuild } as const;
    decided(requested).when(complete).decides(completed);
    decided(requested, completed).when(complete).decides();
    decided(requested, completed, again).when(complete).decides();
    decided(requested, cancelled).when(complete).decides(completed);
    const fail = { type: 'FailRebuild', ...failure } as const;
    decided(requested).when(fail).decides(failed);
    decided(requested, failed).when(fail).decides();
    decided(requested, skipped('70')).when(fail).decides();
  });

  it('remembers the last verification of a version, and the last one that found a difference', () => {
    const verified = (differences: number, position: string, version = 3): ProjectionControlEvent => ({
      type: 'ProjectionVerified',
      data: { version, of: 'live', position, compared: 9, differences },
    });
    const events = [verified(2, '10'), verified(1, '20'), verified(0, '30'), verified(7, '35', 4), verified(0, '40')];
    const { verifications } = decided(...events).state;
    expect(lastVerification(verifications, 3)).toMatchObject({ position: '40', differences: 0, by: 'mia' });
    expect(lastDifferent(verifications, 3)).toMatchObject({ position: '20', differences: 1 });
    expect(lastDifferent(verifications, 4)).toEqual(lastVerification(verifications, 4));
    expect(lastDifferent(verifications, 5)).toBeUndefined();
    expect(verifications).toHaveLength(3);
  });
});
