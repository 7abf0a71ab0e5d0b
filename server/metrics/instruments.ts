import { Counter, Histogram, type Registry } from 'prom-client';
import type { Observer } from '../core/observer.ts';

/** In seconds. A read takes some 20 µs, a write some ms; a request may wait 10 s. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const appendBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 512];
/** No label has an unbounded number of values: an address that has no route is one of all such. */
const noRoute = 'none';

/** Measures the work that the parts of the program report. */
export function instrument(registry: Registry): Observer {
  const registers = [registry];
  const requests = new Histogram({
    name: 'potluck_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const appends = new Histogram({
    name: 'potluck_append_duration_seconds',
    help: 'Time that the event log takes for an append, which ends recorded, in a conflict with another writer, or failed',
    labelNames: ['outcome'],
    buckets: appendBuckets,
    registers,
  });
  const batches = new Histogram({
    name: 'potluck_append_events',
    help: 'Events that were recorded by one append: commands that wait for the same stream are appended together',
    buckets: batchBuckets,
    registers,
  });
  const conflicts = counter('potluck_append_conflicts_total', 'Appends that lost against another writer of the stream');
  const retries = counter('potluck_command_retries_total', 'Commands that were decided again after such a conflict');
  const abandoned = counter(
    'potluck_commands_abandoned_total',
    'Commands that were given up because other writers were faster each time',
  );
  const commits = counter('potluck_projection_commits_total', 'Batches that a projection committed', 'projection');
  const folded = counter('potluck_projection_events_total', 'Events that a projection folded', 'projection');

  function counter<Label extends string = never>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers });
  }

  return {
    responded({ method, route = noRoute, status, ms }) {
      requests.observe({ method, route, status }, ms / 1000);
    },
    appended({ outcome, events, ms }) {
      appends.observe({ outcome }, ms / 1000);
      if (outcome === 'recorded') batches.observe(events.length);
      if (outcome === 'conflict') conflicts.inc();
    },
    lostRace(then) {
      (then === 'retried' ? retries : abandoned).inc();
    },
    applied({ projection, events }) {
      commits.inc({ projection });
      folded.inc({ projection }, events.length);
    },
  };
}
