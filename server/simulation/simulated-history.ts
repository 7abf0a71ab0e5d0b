import { derivedId } from '../commands/ids.ts';
import { samples } from '../samples/publish-samples.ts';
import { Agenda } from './agenda.ts';
import { outages } from './bad-days.ts';
import { beginSession } from './begin-session.ts';
import type { HistoryAppend } from './recorder.ts';
import { hourMs, Rhythm } from './rhythm.ts';
import { World } from './world.ts';

export interface SimulationOptions {
  /** At least this many events. The last request is completed, so there may be some more. */
  readonly events: number;
  /** 32 bits. */
  readonly seed: number;
  /** The end of the year in which it happens. A history of fewer than ten million events ends earlier. */
  readonly until: Date;
}

/**
 * A year of a community that grows from a few people to thousands: what the server would have recorded, in the order of
 * time. The same options give the same bytes, and more events the same ones first. Keeps a bounded part of it in memory.
 */
export function* simulatedHistory({ events, seed, until }: SimulationOptions): Generator<HistoryAppend, void> {
  const world = new World(seed);
  const { recorder } = world;
  const rhythm = new Rhythm(until.getTime());
  const agenda = new Agenda();
  const starts = outages.map(({ end }) => rhythm.startMs + end * hourMs);
  recorder.setTime(rhythm.startMs);
  recorder.startServer();
  publishSamples(world);
  for (let recorded = 0; recorded < events; ) {
    for (const append of recorder.take()) {
      recorded += append.events.length;
      yield append;
    }
    const dueMs = Math.max(recorder.nowMs, rhythm.timeOf(recorded));
    const isDue = dueMs < agenda.nextAtMs;
    recorder.setTime(isDue ? dueMs : agenda.nextAtMs);
    while (starts[0] !== undefined && recorder.nowMs >= starts[0]) {
      starts.shift();
      recorder.startServer();
    }
    const session = isDue ? beginSession(world, rhythm.hourOf(recorder.nowMs)) : agenda.next();
    const step = session?.next();
    if (session && step?.done === false) agenda.add(rhythm.whenAvailable(recorder.nowMs + step.value), session);
  }
}

/** What a new installation begins with, as `server/samples/publish-samples.ts` publishes it. */
function publishSamples({ recorder, cookbook }: World): void {
  for (const stream of cookbook.samples.toReversed()) {
    const sample = samples.find(({ id }) => id === stream.id);
    if (!sample) continue;
    const commandId = derivedId('sample-recipe', sample.id);
    const request = { actor: 'potluck-samples', commandId, correlationId: commandId };
    recorder.record(stream, { type: 'PublishRecipe', recipe: sample.recipe }, request);
  }
}
