import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { projectionControl } from './decider.ts';
import type { ProjectionControlEvent } from './events.ts';
import { completedGeneration } from './rebuilds.ts';
import { lastDifferent, lastVerification, type RecordedVerification, verificationsOf } from './verifications.ts';

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

  it("never pauses a projection on which access to people's data, or the record of it, depends", () => {
    for (const projection of ['accesses', 'staff', 'households']) {
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

  it('switches readers to the last completed rebuild of their version, and leaves them there when a later one ends otherwise', () => {
    const generation = (...events: ProjectionControlEvent[]) =>
      completedGeneration(decided(...events).state.rebuilds, 3);
    const ofVersion4 = { version: 4, generation: 'g4' };
    const laterEnds: ProjectionControlEvent[] = [
      { type: 'RebuildCancelled', data: { version: 3, generation: 'g2' } },
      { type: 'RebuildFailed', data: { ...failure, generation: 'g2' } },
    ];
    expect(generation(requested)).toBeUndefined();
    expect(generation(requested, completed)).toBe('g1');
    for (const end of laterEnds) expect(generation(requested, completed, again, end)).toBe('g1');
    const completedAgain: ProjectionControlEvent = { type: 'RebuildCompleted', data: { version: 3, generation: 'g2' } };
    expect(generation(requested, completed, again, completedAgain)).toBe('g2');
    expect(
      generation(
        ...[requested, completed],
        { type: 'RebuildRequested', data: ofVersion4 },
        { type: 'RebuildCompleted', data: ofVersion4 },
      ),
    ).toBe('g1');
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
    decided(requested, cancelled).when(fail).decides();
    decided(requested, completed, again).when(fail).decides();
    decided(requested, failed).when(complete).decides();
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

  it('records a verification as one event, and remembers of each projection what a single one would show', () => {
    const result = (projection: string, differences: number, position: string) => ({
      projection,
      version: 3,
      position,
      compared: 9,
      differences,
    });
    const ended = (...results: ReturnType<typeof result>[]): ProjectionControlEvent => ({
      type: 'VerificationEnded',
      data: { of: 'live', results },
    });
    const results = [result('posts', 0, '40'), result('recipes', 5, '40')];
    decided()
      .when({ type: 'RecordVerification', of: 'live', results })
      .decides(ended(...results));
    decided().when({ type: 'RecordVerification', of: 'live', results: [] }).decides();
    const { verifications } = decided(
      ended(result('posts', 2, '10'), result('recipes', 1, '10')),
      ended(...results),
    ).state;
    const posts = verificationsOf('posts', [], verifications);
    expect(lastVerification(posts, 3)).toMatchObject({ position: '40', differences: 0, of: 'live', by: 'mia' });
    expect(lastDifferent(posts, 3)).toMatchObject({ position: '10', differences: 2 });
    expect(lastDifferent(verificationsOf('recipes', [], verifications), 3)).toMatchObject({ differences: 5 });
    expect(verifications).toHaveLength(3);
  });

  it('puts the results that an earlier release has recorded for a projection among the later ones', () => {
    const at = (time: string, differences: number): RecordedVerification => ({
      ...{
        projection: undefined,
        version: 3,
        of: 'live',
        compared: 9,
        differences,
        by: 'mia',
        at: `2026-03-01T${time}Z`,
      },
    });
    const all = ['10:00', '12:00'].map((time) => ({ ...at(time, 0), projection: 'posts' }));
    const found = verificationsOf('posts', [at('09:00', 2), at('11:00', 1)], all);
    expect(found.map((one) => one.at.slice(11, 16))).toEqual(['09:00', '10:00', '11:00', '12:00']);
    expect(lastDifferent(found, 3)).toMatchObject({ differences: 1 });
  });
});
