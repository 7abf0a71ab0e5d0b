import { resolve } from 'node:path';
import { ensureWebBuilt } from '../../scripts/web-build.ts';

/** Vitest also calls this before the first browser test, so that no two tests build the client at the same time. */
export async function setup(): Promise<void> {
  const client = await ensureWebBuilt(resolve(import.meta.dirname, '../..'));
  if (client === 'failed') throw new Error('The build of the client failed');
}
