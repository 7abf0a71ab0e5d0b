import type { Overview } from '../../../../server/core/contracts/overview.ts';
import type { ProjectionReport } from '../../../../server/core/contracts/projections.ts';
import { partTitle } from './health-text.ts';

/** Whether an operator has something to do: `bad` at once, `odd` before long. */
export interface Verdict {
  tone: 'good' | 'odd' | 'bad';
  text: string;
}

/** One sentence about the parts of the process and its projections: the worst that is to be said. */
export function verdictOf(parts: Overview['parts'], reports: readonly ProjectionReport[]): Verdict {
  const named = (isMeant: (report: ProjectionReport) => boolean) => reports.filter(isMeant).map(({ name }) => name);
  const failing = named(({ state }) => ['failing', 'stopped', 'other-log'].includes(state));
  if (failing.length > 0) return { tone: 'bad', text: sentence(failing, 'projections', 'failing') };
  const down = parts.filter(({ ready }) => !ready).map(({ name }) => partTitle(name));
  if (down.length > 0) return { tone: 'bad', text: partSentence(down) };
  const unbuilt = named(({ rebuild }) => rebuild?.state === 'failed');
  if (unbuilt.length > 0) return { tone: 'odd', text: sentence(unbuilt, 'projections', 'not rebuilt') };
  const paused = named(({ state }) => state === 'paused');
  if (paused.length > 0) return { tone: 'odd', text: sentence(paused, 'projections', 'paused') };
  return { tone: 'good', text: 'All is well' };
}

const sentence = (names: readonly string[], many: string, how: string): string =>
  names.length === 1 ? `${names[0]} is ${how}` : `${names.length} ${many} are ${how}`;

/** "Read models are", "Event log is": of the parts, unlike the projections, the name is a word. */
const partSentence = (names: readonly string[]): string =>
  names.length === 1 && names[0]?.endsWith('s') ? `${names[0]} are not ready` : sentence(names, 'parts', 'not ready');
