import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Type } from 'typebox';
import type { ProjectionControls } from '../../../../projections/control/projection-controls.ts';
import { allProjections } from '../../../../projections/definitions/all.ts';
import type { ReadModelStore } from '../../../../projections/read-models/read-model-store.ts';
import { type Finding, verifyReadModels } from '../../../../projections/verify/verify-read-models.ts';
import { Refusal } from '../../../core/domain/refusal.ts';
import type { EventLog } from '../../../core/event-log.ts';
import type { Routes } from '../../requests/typed.ts';

export interface VerificationSource {
  readonly log: Pick<EventLog, 'subscribe'>;
  readonly store: ReadModelStore;
  readonly controls: Pick<ProjectionControls, 'of'>;
}

/** A line of the response. The last one is `verified` for the last model, or `failed`. */
type Line =
  | Exclude<Finding, { kind: 'verified' }>
  | (Omit<Extract<Finding, { kind: 'verified' }>, 'position'> & { readonly position: string | undefined })
  | { readonly kind: 'replayed'; readonly position: string }
  | { readonly kind: 'failed'; readonly message: string };

const querystring = Type.Object({ projection: Type.Optional(Type.String({ maxLength: 100 })) });
/** Also tells the caller that the verification goes on. */
const progressMs = 1_000;

/**
 * For commands on the machine: verifies the read models of this process, one verification at a time. The response is NDJSON,
 * sent as it is found.
 */
export function verificationRoute(app: Routes, { log, store, controls }: VerificationSource): void {
  let isRunning = false;
  app.get('/projections/verification', { schema: { querystring } }, (request, reply) => {
    if (isRunning) throw new Refusal('conflict', 'ALREADY_VERIFYING', 'A verification is running: wait for its end');
    isRunning = true;
    const { projection } = request.query;
    const chosen = allProjections.filter(({ name }) => projection === undefined || name === projection);
    const stop = new AbortController();
    reply.raw.once('close', () => stop.abort());
    let replayed = 0n;
    const findings = verifyReadModels({
      log,
      models: chosen.map((definition) => ({
        definition,
        model: store.open(definition),
        isSkipped: controls.of(definition).isSkipped,
      })),
      signal: stop.signal,
      onReplayed: (position) => {
        replayed = position;
      },
    });
    const lines = new PassThrough();
    const timer = setInterval(() => lines.write(textOf({ kind: 'replayed', position: String(replayed) })), progressMs);
    void send(findings, lines, stop.signal).finally(() => {
      clearInterval(timer);
      lines.end();
      isRunning = false;
    });
    return reply.type('application/x-ndjson').send(lines);
  });
}

async function send(findings: AsyncIterable<Finding>, lines: PassThrough, signal: AbortSignal): Promise<void> {
  try {
    for await (const finding of findings) {
      const line = finding.kind === 'verified' ? { ...finding, position: finding.position?.toString() } : finding;
      if (!lines.write(textOf(line))) await once(lines, 'drain', { signal });
    }
  } catch (error) {
    lines.write(textOf({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }));
  }
}

const textOf = (line: Line): string => `${JSON.stringify(line)}\n`;
