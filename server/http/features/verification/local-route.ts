import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Type } from 'typebox';
import type { Finding, Verified } from '../../../../projections/verify/verify-read-models.ts';
import { itemOf } from '../../../audit/presenters.ts';
import type { Verifications } from '../../../audit/verifications.ts';
import { DamagedLog } from '../../../core/event-log.ts';
import type { Routes } from '../../requests/typed.ts';
import { alreadyVerifying } from './operations.ts';

/** A line of the response. The last one is `verified` for the last model, or `failed`. */
type Line =
  | (Exclude<Finding, Verified> & { readonly item: string })
  | (Omit<Verified, 'position'> & { readonly position: string | undefined })
  | { readonly kind: 'replayed'; readonly position: string }
  | { readonly kind: 'failed'; readonly message: string; readonly isDamage: boolean };

const querystring = Type.Object({ projection: Type.Optional(Type.String({ maxLength: 100 })) });
/** Also keeps the caller from giving up. */
const progressMs = 1_000;

/** For commands on the machine: verifies the read models of this process. The response is NDJSON, sent as it is found. */
export function localVerificationRoute(app: Routes, verifications: Pick<Verifications, 'findings'>): void {
  app.get('/projections/verification', { schema: { querystring } }, (request, reply) => {
    const stop = new AbortController();
    let replayed = 0n;
    const findings = verifications.findings({
      projection: request.query.projection,
      signal: stop.signal,
      onReplayed: (position) => {
        replayed = position;
      },
    });
    if (!findings) throw alreadyVerifying();
    reply.raw.once('close', () => stop.abort());
    const lines = new PassThrough();
    const timer = setInterval(() => lines.write(textOf({ kind: 'replayed', position: String(replayed) })), progressMs);
    void send(findings, lines, stop.signal).finally(() => {
      clearInterval(timer);
      lines.end();
    });
    return reply.type('application/x-ndjson').send(lines);
  });
}

async function send(findings: AsyncIterable<Finding>, lines: PassThrough, signal: AbortSignal): Promise<void> {
  try {
    for await (const finding of findings) {
      if (!lines.write(textOf(lineOf(finding)))) await once(lines, 'drain', { signal });
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    lines.write(textOf({ kind: 'failed', message, isDamage: error instanceof DamagedLog }));
  }
}

const lineOf = (finding: Finding): Line =>
  finding.kind === 'verified'
    ? { ...finding, position: finding.position?.toString() }
    : { ...finding, item: itemOf(finding.difference) };

const textOf = (line: Line): string => `${JSON.stringify(line)}\n`;
