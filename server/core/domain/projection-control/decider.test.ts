import { describe, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { projectionControl } from './decider.ts';
import type { ProjectionControlEvent } from './events.ts';

const paused: ProjectionControlEvent = { type: 'ProjectionPaused', data: {} };
const resumed: ProjectionControlEvent = { type: 'ProjectionResumed', data: {} };
const skipped = (position: string, version = 3): ProjectionControlEvent => ({
  type: 'EventSkipped',
  data: { version, position, why: 'A bad import' },
});
const skip = { type: 'SkipEvent', version: 3, position: '70', why: ' A bad import\n', failingAt: '70' } as const;
const decided = (...events: ProjectionControlEvent[]) => given(projectionControl, by('mia', ...events));

describe('the control of a projection', () => {
  it('pauses a running projection, once', () => {
    decided().when({ type: 'Pause' }).decides(paused);
    decided(paused, resumed).when({ type: 'Pause' }).decides(paused);
    decided(paused).when({ type: 'Pause' }).refused('ALREADY_PAUSED');
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
});
